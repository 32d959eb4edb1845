import { z } from 'zod';
import { fieldRules, fieldTypes } from '../reference/field-rules.ts';
import { flowProblems } from './problems.ts';
import type { FlowFile, FlowSession } from './routes.ts';
import {
  type Branding,
  type Choice,
  type FieldFault,
  type FlowField,
  type FlowStep,
  type FlowView,
  flowLanguages,
  personStepTypes,
} from './views.ts';

/**
 * The answers of the flow's interface as schemas, for its OpenAPI document and for tests that hold the server to it. The
 * types of `views.ts` stand apart from them, so that the pages carry no byte of a validator.
 */

const instant = z.int().describe('Epoch milliseconds.');
const nullableText = z.string().nullable();
const fieldValue = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .describe('A list for the types that end in List; an address is a text with lines.');
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
      .describe('What belongs to it in any language, such as a dialling code with its plus sign.'),
  })
  .meta({ id: 'Choice' }) satisfies z.ZodType<Choice>;

export const fieldFault = z
  .strictObject({
    field: z.string().describe('`field`, `FORM[2].field`, or a path of the step’s own.'),
    rule: z.string().describe('A word of the rules, or `type`, `unknown`, `required` and the like.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('What the rule asks for; of `script` also `proposal`, a spelling in Latin letters.'),
  })
  .meta({ id: 'FieldFault' }) satisfies z.ZodType<FieldFault>;

export const fieldView = z
  .strictObject({
    field: z.string(),
    label: z.string(),
    ownLabel: z.boolean().describe('The label is the tenant’s own, the same in every language.'),
    type: z.enum(fieldTypes),
    required: z.boolean(),
    rules: fieldRules,
    choices: z.array(choiceView).nullable().describe('Of short lists; long ones are searched.'),
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
      readable: z.boolean().describe('The service reads it and shows what it read.'),
      needsCountry: z.boolean(),
    }),
  ),
  likely: z
    .strictObject({ type: z.string(), country: nullableText })
    .nullable()
    .describe('The one that the person named before, among the choices.'),
  mustNotBeExpired: z.boolean(),
  maxAgeDays: z.int().nullable().describe('Most days since the date of the document, which is asked for.'),
});

const readFields = [
  'surname',
  'givenNames',
  'documentNumber',
  'nationality',
  'issuingCountry',
  'dateOfBirth',
  'sex',
  'expiryDate',
] as const;
const givenDocument = z.strictObject({
  documentId: z.string(),
  group: z.string(),
  type: z.string(),
  country: nullableText,
  personId: nullableText,
  issuedOn: nullableText.describe('As the person says; null where no date is asked for.'),
  sides: z.array(z.strictObject({ side, filename: z.string() })),
  needsExpiryDate: z.boolean().describe('None is taken without the date until which it is valid.'),
  reading: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('read'),
      fields: z.array(
        z.strictObject({
          field: z.enum(readFields),
          value: nullableText,
          sure: z.boolean().describe('Check digits agree, or both places say the same.'),
        }),
      ),
      findings: z.array(z.string()),
    }),
    z.strictObject({ kind: z.literal('unread'), reason: z.string(), retake: z.boolean() }),
    z
      .strictObject({
        kind: z.literal('kept'),
        findings: z.array(z.string()).describe('What its picture lacks, such as `noWriting`.'),
      })
      .describe('Of a kind whose fields are not read.'),
  ]),
  confirmed: fieldValues.nullable().describe('As the person confirmed the fields; null until then.'),
  contradictions: z
    .array(
      z.strictObject({
        field: z.enum(['name', 'dateOfBirth', 'nationality', 'documentNumber']),
        document: z.string(),
        told: z.string().describe('What the person entered before; of names all, with commas between.'),
      }),
    )
    .describe('Where it says otherwise than the person did before: as confirmed, until then as read.'),
  entered: z
    .partialRecord(z.enum(readFields), z.string())
    .describe('What the person entered in an earlier step, for fields that could not be read.'),
});

const codeView = z
  .strictObject({
    address: z.string().describe('With its middle hidden.'),
    sentAt: instant,
    expiresAt: instant,
    resendAt: instant,
    attemptsLeft: z.int(),
    undeliverable: z.boolean().optional(),
  })
  .meta({ id: 'SentCode' })
  .nullable()
  .describe('The code that was sent; null: none.');

const proved = nullableText.describe(
  'The address with its middle hidden, where it was proved before: the step is given without a code.',
);

const owner = z.strictObject({
  ownerId: z.string(),
  parentId: nullableText.describe('In whom the share is held; null: the company itself.'),
  kind: z.enum(['person', 'company']),
  name: z.string(),
  percent: z.number(),
  dateOfBirth: nullableText,
  countryOfNationality: nullableText,
  countryOfIncorporation: nullableText,
  registrationNumber: nullableText,
});

const reviewSection = z.strictObject({
  nodeId: z.string(),
  type: z.enum(personStepTypes),
  canReopen: z.boolean(),
  entries: z.array(
    z.strictObject({
      field: z.string(),
      label: z.string(),
      ownLabel: z.boolean(),
      value: z.string().describe('For people, in English words.'),
      given: fieldValue.optional(),
      type: z.enum(fieldTypes).optional(),
      choicesKey: nullableText.optional(),
      form: z.strictObject({ code: z.string(), name: z.string(), ownName: z.boolean() }).optional(),
      item: z.int().optional(),
      owner: z
        .strictObject({ name: z.string(), percent: z.number(), beneficialOwner: z.boolean() })
        .optional(),
    }),
  ),
});

const everyStep = {
  nodeId: z.string(),
  callbackKey: z.string().describe('Goes back with the step: the same key and data have the same answer.'),
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
      .describe('`working`: the service is at work, ask again; `ended`: nothing more can be given.'),
    expiresAt: instant.describe('When the link ends, in epoch milliseconds.'),
    language: z.enum(flowLanguages).nullable().describe('As chosen last; null before.'),
    newerSession: z
      .strictObject({ at: instant })
      .nullable()
      .describe('The link was opened again after this session had begun: when last. A reload opens it too.'),
    steps: z.array(
      z.strictObject({
        nodeId: z.string(),
        type: z.enum(personStepTypes),
        title: nullableText,
        state: z.enum(['done', 'current', 'ahead']),
      }),
    ),
    nextStep: stepView.nullable().describe('The step that waits for the person.'),
  })
  .meta({ id: 'Flow' }) satisfies z.ZodType<FlowView>;

export const flowSession = z
  .strictObject({
    sdkToken: z.string().describe('For `Authorization: Bearer`; to be kept in memory alone.'),
    idleSeconds: z.int().describe('Without a call, after which the token ends.'),
    view: flowView.describe('Where the flow stands.'),
  })
  .meta({ id: 'FlowSession' }) satisfies z.ZodType<FlowSession>;

export const flowFile = z
  .strictObject({
    fileId: z.string(),
    size: z.int(),
    partBytes: z.int(),
    missing: z.array(z.int()).describe('Numbers of the parts that are not there yet.'),
    complete: z.boolean().describe('Judged by its content and kept.'),
  })
  .meta({ id: 'FlowFile' }) satisfies z.ZodType<FlowFile>;

const codes = Object.keys(flowProblems) as [keyof typeof flowProblems, ...(keyof typeof flowProblems)[]];
export const flowProblem = z
  .strictObject({
    code: z.enum(codes),
    field: z.string().optional().describe('Where the body is not of the expected shape.'),
    reason: z.string().optional().describe('For developers.'),
    view: flowView.optional().describe('Where the flow stands.'),
    branding: brandingView.optional().describe('Whom to ask.'),
    faults: z.array(fieldFault).optional(),
    attemptsLeft: z.int().optional(),
    retryAfterSeconds: z.int().optional(),
  })
  .meta({ id: 'FlowProblem' });
