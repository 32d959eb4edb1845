import { z } from 'zod';
import { fieldRules, fieldTypes } from '../reference/field-rules.ts';
import { controlMeans, officerRoles } from '../stated-ownership.ts';
import { documentFieldNames } from './document-fields.ts';
import { documentRequestReasons } from './document-requests.ts';
import { flowProblems } from './problems.ts';
import type { FlowFile, FlowSession } from './routes.ts';
import {
  type Branding,
  type Choice,
  endUserStepTypes,
  type FieldFault,
  type FlowField,
  type FlowStep,
  type FlowView,
  flowLanguages,
} from './views.ts';

/**
 * The answers of the flow's interface as schemas, for its OpenAPI document and for tests that hold the server to it. The
 * types of `views.ts` are separate, so that the pages carry no byte of a validator.
 */

const instant = z.int().describe('Epoch milliseconds.');
const nullableText = z.string().nullable();
const fieldValue = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .describe('A list for the types that end in List. An address is a text with line breaks.');
const fieldValues = z.record(z.string(), fieldValue);

export const brandingView = z
  .strictObject({
    name: z.string(),
    logoUrl: nullableText.describe('On this server.'),
    primaryColour: nullableText.describe('As #rrggbb.'),
    contact: z.strictObject({ email: nullableText, url: nullableText }),
    privacyUrl: nullableText,
    returnUrl: nullableText,
  })
  .meta({ id: 'Branding' }) satisfies z.ZodType<Branding>;

export const choiceView = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    detail: z
      .string()
      .optional()
      .describe('Part of the label in every language, such as a dialling code with its plus sign.'),
  })
  .meta({ id: 'Choice' }) satisfies z.ZodType<Choice>;

export const fieldFault = z
  .strictObject({
    field: z.string().describe('`field`, `FORM[2].field`, or a path of the step’s own.'),
    rule: z.string().describe('Name of the rule, or `type`, `unknown`, `required` and similar.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('Values of the rule. For `script` also `proposal`, a spelling in Latin letters.'),
  })
  .meta({ id: 'FieldFault' }) satisfies z.ZodType<FieldFault>;

export const fieldView = z
  .strictObject({
    field: z.string(),
    label: z.string(),
    ownLabel: z.boolean().describe('The label is set by the tenant and is the same in every language.'),
    type: z.enum(fieldTypes),
    required: z.boolean(),
    rules: fieldRules,
    choices: z.array(choiceView).nullable().describe('For short lists. Long lists are searched.'),
    choicesKey: nullableText.describe('For `GET /choices/{key}`.'),
  })
  .meta({ id: 'Field' }) satisfies z.ZodType<FlowField>;

const formView = z.strictObject({
  code: z.string(),
  name: z.string(),
  ownName: z.boolean(),
  repeatable: z.boolean(),
  minItems: z.int(),
  maxItems: z.int(),
  fields: z.array(fieldView),
});

const side = z.enum(['front', 'back']);
const documentGroup = z.strictObject({
  group: z.string(),
  person: z
    .strictObject({ personId: z.string(), name: z.string() })
    .nullable()
    .describe('Whose documents they are, where each person of a company has to show some.'),
  minCount: z.int(),
  choices: z.array(
    z.strictObject({
      type: z.string(),
      name: z.string(),
      sides: z.array(side),
      readable: z.boolean().describe('The service reads it and shows the result.'),
      needsCountry: z.boolean(),
    }),
  ),
  likely: z
    .strictObject({ type: z.string(), country: nullableText })
    .nullable()
    .describe('The choice that the person made before.'),
  mustNotBeExpired: z.boolean(),
  maxAgeDays: z.int().nullable().describe('Maximum age of the document in days. The person enters its date.'),
});

const givenDocument = z.strictObject({
  documentId: z.string(),
  group: z.string(),
  type: z.string(),
  country: nullableText,
  personId: nullableText,
  issuedOn: nullableText.describe('Date that the person entered. Null if no date is required.'),
  sides: z.array(z.strictObject({ side, filename: z.string() })),
  needsExpiryDate: z.boolean().describe('The expiry date is required.'),
  reading: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('read'),
      fields: z.array(
        z.strictObject({
          field: z.enum(documentFieldNames),
          value: nullableText,
          sure: z.boolean().describe('The check digits are right, or both places have the same value.'),
        }),
      ),
      findings: z.array(z.string()),
    }),
    z.strictObject({ kind: z.literal('unread'), reason: z.string(), retake: z.boolean() }),
    z
      .strictObject({
        kind: z.literal('kept'),
        findings: z.array(z.string()).describe('Problems of the picture, such as `noWriting`.'),
      })
      .describe('A document type whose fields are not read.'),
  ]),
  confirmed: fieldValues.nullable().describe('Fields as confirmed by the person. Null before that.'),
  contradictions: z
    .array(
      z.strictObject({
        field: z.enum(['name', 'dateOfBirth', 'nationality', 'documentNumber']),
        document: z.string(),
        told: z.string().describe('Earlier entry of the person. All names, separated by commas.'),
      }),
    )
    .describe(
      'Fields that differ from an earlier entry of the person, as confirmed or, before that, as read.',
    ),
  entered: z
    .partialRecord(z.enum(documentFieldNames), z.string())
    .describe('Entry of the person in an earlier step, for fields that could not be read.'),
});

const codeView = z
  .strictObject({
    address: z.string().describe('Masked in the middle.'),
    sentAt: instant,
    expiresAt: instant,
    resendAt: instant,
    attemptsLeft: z.int(),
    undeliverable: z.boolean().optional(),
  })
  .meta({ id: 'SentCode' })
  .nullable()
  .describe('The code that was sent. Null: none.');

const proved = nullableText.describe(
  'The masked address, if it was verified before. The step is then submitted without a code.',
);

const owner = z.strictObject({
  ownerId: z.string(),
  parentId: nullableText.describe('The company in which the share is held. Null: the customer itself.'),
  kind: z.enum(['person', 'company']),
  name: z.string(),
  percent: z.number(),
  votingPercent: z.number().nullable().optional(),
  control: z.enum(controlMeans).nullable().optional(),
  roles: z.array(z.enum(officerRoles)).optional(),
  dateOfBirth: nullableText,
  countryOfNationality: nullableText,
  countryOfIncorporation: nullableText,
  registrationNumber: nullableText,
});

const reviewSection = z.strictObject({
  nodeId: z.string(),
  type: z.enum(endUserStepTypes),
  canReopen: z.boolean(),
  entries: z.array(
    z.strictObject({
      field: z.string(),
      label: z.string(),
      ownLabel: z.boolean(),
      value: z.string().describe('Message for people, in English.'),
      given: fieldValue.optional(),
      type: z.enum(fieldTypes).optional(),
      choicesKey: nullableText.optional(),
      form: z.strictObject({ code: z.string(), name: z.string(), ownName: z.boolean() }).optional(),
      item: z.int().optional(),
      owner: z
        .strictObject({
          name: z.string(),
          percent: z.number(),
          beneficialOwner: z.boolean(),
          roles: z.array(z.enum(officerRoles)).optional(),
          controls: z.boolean().optional(),
        })
        .optional(),
    }),
  ),
});

const everyStep = {
  nodeId: z.string(),
  callbackKey: z.string().describe('Send it back with the step. The same key and data have the same answer.'),
  title: nullableText.describe('Of the workflow file.'),
};
export const stepView = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        ...everyStep,
        type: z.literal('particulars'),
        fields: z.array(fieldView),
        values: fieldValues,
      })
      .meta({ id: 'ParticularsStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('required-forms'),
        forms: z.array(formView),
        values: z.record(z.string(), z.array(fieldValues)).describe('By form.'),
      })
      .meta({ id: 'RequiredFormsStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('documents'),
        groups: z.array(documentGroup),
        given: z.array(givenDocument),
        maxBytes: z.int(),
        mediaTypes: z.array(z.string()),
        request: z
          .strictObject({ type: z.string(), reason: z.enum(documentRequestReasons) })
          .exactOptional()
          .describe('A document that was given is asked for again, and why.'),
      })
      .meta({ id: 'DocumentsStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('phone-verification'),
        phoneCountry: nullableText,
        phoneNumber: nullableText,
        proved,
        code: codeView,
      })
      .meta({ id: 'PhoneVerificationStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('email-verification'),
        email: nullableText,
        proved,
        code: codeView,
      })
      .meta({ id: 'EmailVerificationStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('ownership-structure'),
        owners: z.array(owner),
        beneficialOwnerThreshold: z.strictObject({ percent: z.number(), isInclusive: z.boolean() }),
        maxDepth: z.int(),
      })
      .meta({ id: 'OwnershipStructureStep' }),
    z
      .strictObject({
        ...everyStep,
        type: z.literal('review-and-submit'),
        sections: z.array(reviewSection),
        consent: z.strictObject({
          version: z.string(),
          language: z.enum(flowLanguages).describe('Of the text.'),
          text: z.string(),
          sha256: z.string().describe('Of the text in UTF-8, in hex.'),
        }),
      })
      .meta({ id: 'ReviewAndSubmitStep' }),
  ])
  .meta({ id: 'Step' }) satisfies z.ZodType<FlowStep>;

export const flowView = z
  .strictObject({
    branding: brandingView,
    eventType: z.enum(['KYC_EVENT', 'KYB_EVENT']),
    state: z
      .enum(['consent', 'step', 'working', 'done', 'ended'])
      .describe('`working`: the service is processing, ask again. `ended`: nothing more can be submitted.'),
    expiresAt: instant.describe('When the link expires, in epoch milliseconds.'),
    language: z.enum(flowLanguages).nullable().describe('Last language chosen. Null before that.'),
    newerSession: z
      .strictObject({ at: instant })
      .nullable()
      .describe('When the link was last opened again after this session started. A reload counts too.'),
    steps: z.array(
      z.strictObject({
        nodeId: z.string(),
        type: z.enum(endUserStepTypes),
        title: nullableText,
        state: z.enum(['done', 'current', 'ahead']),
      }),
    ),
    nextStep: stepView.nullable().describe('The current step of the person.'),
  })
  .meta({ id: 'Flow' }) satisfies z.ZodType<FlowView>;

export const flowSession = z
  .strictObject({
    sdkToken: z.string().describe('For `Authorization: Bearer`. Keep it in memory only.'),
    idleSeconds: z.int().describe('Idle time after which the token expires.'),
    view: flowView.describe('Current state of the flow.'),
  })
  .meta({ id: 'FlowSession' }) satisfies z.ZodType<FlowSession>;

export const flowFile = z
  .strictObject({
    fileId: z.string(),
    size: z.int(),
    partBytes: z.int(),
    missing: z.array(z.int()).describe('Numbers of the missing parts.'),
    complete: z.boolean().describe('The content was checked and the file is stored.'),
  })
  .meta({ id: 'FlowFile' }) satisfies z.ZodType<FlowFile>;

const codes = Object.keys(flowProblems) as [keyof typeof flowProblems, ...(keyof typeof flowProblems)[]];
export const flowProblem = z
  .strictObject({
    code: z.enum(codes),
    field: z.string().optional().describe('Where the body is not of the expected shape.'),
    reason: z.string().optional().describe('For developers.'),
    view: flowView.optional().describe('Current state of the flow.'),
    branding: brandingView.optional().describe('Contact of the tenant.'),
    faults: z.array(fieldFault).optional(),
    attemptsLeft: z.int().optional(),
    retryAfterSeconds: z.int().optional(),
  })
  .meta({ id: 'FlowProblem' });
