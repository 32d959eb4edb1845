import { z } from 'zod';
import { controlMeans, officerRoles } from '../stated-ownership.ts';
import { maxUploadBytes } from '../upload.ts';
import { type FlowView, flowLanguages } from './views.ts';

/**
 * Calls of the hosted pages, below `/verify/api` (ours; interface specification 4.11 and 5.1 leave them open). All but
 * the exchange carry `Authorization: Bearer <sdkToken>`; the token lives in the page's memory alone. Answers are JSON,
 * not kept by caches. What a refusal's body carries beside `code` is in `problems.ts`.
 */

export const callbackKey = z.string().min(8).max(100).describe('The `callbackKey` of `nextStep`.');
const fieldValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2000)).max(200),
  z.null(),
]);
const fieldValues = z.record(z.string().max(64), fieldValue);

const enteredCode = z
  .string()
  .max(20)
  .optional()
  .describe('Absent if `proved` says that the address was verified before.');

const codeStep = z.strictObject({ callbackKey, code: enteredCode }).meta({ id: 'CodeSubmission' });

/** `POST /session`: exchanges the link's token; starts nothing. Answers `FlowSession`. */
export const sessionBody = z.strictObject({ linkToken: z.string().min(1).max(200) });

/** `POST /consent`: begins the execution, or continues with an unfinished one. Answers `FlowView`. */
export const consentBody = z.strictObject({ language: z.enum(flowLanguages) });

/** `POST /language`: the language of messages from now on, in every tab of the link. Answers `FlowView`. */
export const languageBody = z.strictObject({ language: z.enum(flowLanguages) });

/** `POST /steps/{nodeId}`: the data of the step, by its type. Answers `FlowView`. */
export const stepBodies = {
  particulars: z.strictObject({ callbackKey, values: fieldValues }).meta({ id: 'ParticularsSubmission' }),
  'required-forms': z
    .strictObject({
      callbackKey,
      values: z.record(z.string().max(100), z.array(fieldValues).max(1000)),
    })
    .meta({ id: 'RequiredFormsSubmission' }),
  documents: z
    .strictObject({ callbackKey })
    .meta({ id: 'DocumentsSubmission', description: 'After all documents were added.' }),
  'phone-verification': codeStep,
  'email-verification': codeStep,
  'ownership-structure': z
    .strictObject({
      callbackKey,
      owners: z
        .array(
          z.strictObject({
            ownerId: z.string().min(1).max(40),
            parentId: z.string().min(1).max(40).nullable(),
            kind: z.enum(['person', 'company']),
            name: z.string().max(1000),
            percent: z.number().describe('0 of somebody who has a role or control alone.'),
            votingPercent: z.number().nullable().default(null),
            control: z.enum(controlMeans).nullable().default(null),
            roles: z.array(z.enum(officerRoles)).max(officerRoles.length).default([]),
            dateOfBirth: z.string().max(10).nullable().default(null),
            countryOfNationality: z.string().max(3).nullable().default(null),
            countryOfIncorporation: z.string().max(3).nullable().default(null),
            registrationNumber: z.string().max(100).nullable().default(null),
          }),
        )
        .max(200),
    })
    .meta({ id: 'OwnershipStructureSubmission' }),
  'review-and-submit': z
    .strictObject({
      callbackKey,
      consentVersion: z.string().max(100),
      consentSha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe(
          '`consent.sha256` of the step as shown. The audit log records that exactly this text was shown.',
        ),
      agreed: z.boolean(),
    })
    .meta({ id: 'ReviewAndSubmitSubmission' }),
} as const;

/**
 * `POST /steps/{nodeId}/check`: what only the service knows of the values of one screen, such as whether a phone number
 * is given out anywhere. `fields` are places as in faults. Keeps nothing. Answers `FieldFault[]`.
 */
export const checkBody = z.strictObject({
  callbackKey,
  values: z.union([fieldValues, z.record(z.string().max(100), z.array(fieldValues).max(1000))]),
  fields: z.array(z.string().max(200)).max(1000),
});

/** `POST /steps/{nodeId}/code`: sends a code. Answers `FlowView`. */
export const codeBody = z.strictObject({
  callbackKey,
  phoneCountry: z.string().max(10).optional().describe('Code of `platform_phone_code`.'),
  phoneNumber: z.string().max(40).optional(),
  email: z.string().max(320).optional(),
});

/** `POST /steps/{nodeId}/reopen`: goes back to a step that only people's steps followed. Answers `FlowView`. */
export const reopenBody = z.strictObject({});

/** `POST /files`: announces a file. Answers `FlowFile`. */
export const fileBody = z.strictObject({
  /** The page's own id of the file: announcing it twice is one file. */
  clientKey: z.string().min(8).max(100),
  filename: z.string().min(1).max(300),
  contentType: z.string().max(100),
  size: z.int().min(1).meta({ maximum: maxUploadBytes }),
});
/**
 * Bytes of each part but the last. `PUT /files/{fileId}/parts/{number}` (from 0, `application/octet-stream`) can be
 * repeated.
 */
export const filePartBytes = 256 * 1024;

/**
 * `POST /steps/{nodeId}/documents`: adds a document of complete files and reads it; answers when it was read. Answers
 * `FlowView`.
 */
export const documentBody = z.strictObject({
  callbackKey,
  group: z.string().max(100),
  type: z.string().max(100),
  country: z.string().max(3).nullable().default(null),
  personId: z.string().max(100).nullable().default(null).describe('Of the group, where it has a person.'),
  issuedOn: z
    .string()
    .max(10)
    .nullable()
    .default(null)
    .describe('The date on the document, YYYY-MM-DD, where the group has `maxAgeDays`.'),
  files: z.strictObject({ front: z.string().max(100), back: z.string().max(100).optional() }),
});

/**
 * `PUT /steps/{nodeId}/documents/{documentId}`: the fields as the person confirms them. Answers `FlowView`. `DELETE`
 * takes the document back.
 */
export const confirmBody = z.strictObject({ callbackKey, fields: fieldValues });

/**
 * `GET /choices/{key}?q=…`: choices of a long list whose code or name begins with or holds `q`, at most 50; without `q`
 * all of them where these are at most 300, as countries and dialling codes are. Answers `Choice[]`. `GET /flow` answers
 * `FlowView`.
 */

export interface FlowSession {
  readonly sdkToken: string;
  /** Idle seconds after which the token ends. */
  readonly idleSeconds: number;
  /** The state of the flow, so that a page need not ask for it. */
  readonly view: FlowView;
}

/** A file under way: which parts are there. Complete: evaluated by its content and kept. */
export interface FlowFile {
  readonly fileId: string;
  readonly size: number;
  readonly partBytes: number;
  readonly missing: readonly number[];
  readonly complete: boolean;
}
