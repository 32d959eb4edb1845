import { z } from 'zod';
import { problems as meanings } from '../phrases/index.ts';
import { caseStates } from '../states.ts';

/** THE catalogue of what the console's interface refuses: code, HTTP status, meaning. */
export const problems = {
  MALFORMED: { status: 400, meaning: meanings.MALFORMED },
  UNAUTHENTICATED: { status: 401, meaning: meanings.UNAUTHENTICATED },
  SIGN_IN_REFUSED: { status: 401, meaning: meanings.SIGN_IN_REFUSED },
  CODE_NEEDED: { status: 401, meaning: meanings.CODE_NEEDED },
  CODE_REFUSED: { status: 401, meaning: meanings.CODE_REFUSED },
  PASSKEY_NEEDED: { status: 401, meaning: meanings.PASSKEY_NEEDED },
  SINGLE_SIGN_ON_MISSING: { status: 404, meaning: meanings.SINGLE_SIGN_ON_MISSING },
  PROVIDER_REFUSED: { status: 401, meaning: meanings.PROVIDER_REFUSED },
  PROVIDER_UNREACHABLE: { status: 503, meaning: meanings.PROVIDER_UNREACHABLE },
  PROOF_NEEDED: { status: 403, meaning: meanings.PROOF_NEEDED },
  SECOND_FACTOR_MISSING: { status: 403, meaning: meanings.SECOND_FACTOR_MISSING },
  PROOF_REFUSED: { status: 403, meaning: meanings.PROOF_REFUSED },
  FORBIDDEN: { status: 403, meaning: meanings.FORBIDDEN },
  CROSS_SITE: { status: 403, meaning: meanings.CROSS_SITE },
  NOT_FOUND: { status: 404, meaning: meanings.NOT_FOUND },
  METHOD_NOT_ALLOWED: { status: 405, meaning: meanings.METHOD_NOT_ALLOWED },
  REVISION_CONFLICT: { status: 409, meaning: meanings.REVISION_CONFLICT },
  VERSION_CONFLICT: { status: 409, meaning: meanings.VERSION_CONFLICT },
  REVISION_GONE: { status: 409, meaning: meanings.REVISION_GONE },
  APPROVAL_NEEDED: { status: 409, meaning: meanings.APPROVAL_NEEDED },
  OWN_WORK: { status: 403, meaning: meanings.OWN_WORK },
  ID_TAKEN: { status: 409, meaning: meanings.ID_TAKEN },
  SECRET_REFUSED: { status: 409, meaning: meanings.SECRET_REFUSED },
  REPLAY_REFUSED: { status: 409, meaning: meanings.REPLAY_REFUSED },
  MOVE_REFUSED: { status: 409, meaning: meanings.MOVE_REFUSED },
  IN_USE: { status: 409, meaning: meanings.IN_USE },
  WOULD_LOCK_OUT: { status: 409, meaning: meanings.WOULD_LOCK_OUT },
  KEPT_ELSEWHERE: { status: 409, meaning: meanings.KEPT_ELSEWHERE },
  NO_CREDITS: { status: 409, meaning: meanings.NO_CREDITS },
  ENGINE_NOT_READY: { status: 409, meaning: meanings.ENGINE_NOT_READY },
  TOO_LARGE: { status: 413, meaning: meanings.TOO_LARGE },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: meanings.UNSUPPORTED_MEDIA_TYPE },
  INVALID: { status: 422, meaning: meanings.INVALID },
  DEFINITION_FAULTS: { status: 422, meaning: meanings.DEFINITION_FAULTS },
  TOO_MANY_ATTEMPTS: { status: 429, meaning: meanings.TOO_MANY_ATTEMPTS },
  STORAGE_FULL: { status: 507, meaning: meanings.STORAGE_FULL },
  BUSY: { status: 503, meaning: meanings.BUSY },
  INTERNAL: { status: 500, meaning: meanings.INTERNAL },
  UNAVAILABLE: { status: 503, meaning: meanings.UNAVAILABLE },
} as const satisfies Record<keyof typeof meanings, { status: number; meaning: string }>;

export type ProblemCode = keyof typeof problems;
const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** The state of a case, for whoever acted on what it was before. */
const caseConflict = z.object({
  status: z.enum(caseStates),
  revision: z.int(),
  assignee: z.string().nullable(),
  changedBy: z.string().nullable().describe('Who changed it last; null where the service did.'),
});
export type CaseConflict = z.infer<typeof caseConflict>;

/** A hit as pages name it, in their language. */
export const hitLabel = z
  .object({
    name: z.string().describe('As listed.'),
    isCustomer: z.boolean().describe('Found for the customer itself; otherwise for a party.'),
    party: z.string().nullable().describe('Name of the party; null where it has none, and for the customer.'),
  })
  .meta({ id: 'HitLabel' });

const hitNames = z
  .object({ named: z.array(hitLabel), more: z.int().describe('Hits that are not named.') })
  .meta({ id: 'HitNames' });

/** A message as data: texts of the catalogue, each of which explains the one before it. */
export const phrasesField = z
  .array(
    z
      .object({
        code: z.string().describe('`group.code` of a text; more may come.'),
        values: z
          .record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), hitNames]))
          .describe('What the text names, by name.'),
      })
      .meta({ id: 'Phrase' }),
  )
  .optional()
  .describe('The message as data, for whoever shows it in another language. Absent: English alone.');

/** One thing that is wrong in a definition. */
export const definitionFault = z
  .object({
    place: z.string().describe('Path in the definition, such as `nodes[2].rules[0].when`.'),
    message: z.string().describe('What is wrong and what would be right.'),
    phrases: phrasesField,
    node: z.string().optional().describe('Id of the node it is about.'),
    edge: z
      .object({ from: z.string(), to: z.string(), index: z.int() })
      .optional()
      .describe('The edge it is about; `index` counts from 0.'),
    workflow: z
      .object({ domain: z.string(), workflowId: z.string().describe('`<id>@<version>`.') })
      .optional()
      .describe('The published workflow that would break.'),
    line: z.int().optional().describe('Where a text was given: counted from 1.'),
    column: z.int().optional(),
  })
  .meta({ id: 'DefinitionFault' });
export type DefinitionFault = z.infer<typeof definitionFault>;

/** The body of every refusal. */
export const problemSchema = z
  .object({
    code: z.enum(problemCodes),
    message: z.string().describe('For people, in English.'),
    phrases: phrasesField,
    field: z
      .string()
      .optional()
      .describe('The field that the message is about, with dots between its parts.'),
    current: caseConflict.optional().describe('With REVISION_CONFLICT.'),
    version: z.int().nullable().optional().describe('With VERSION_CONFLICT; null where none is published.'),
    faults: z.array(definitionFault).optional().describe('With DEFINITION_FAULTS.'),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.infer<typeof problemSchema>;
