import { z } from 'zod';
import { caseStates } from '../states.ts';

/** THE catalogue of what the console's interface refuses: code, HTTP status, meaning. */
export const problems = {
  MALFORMED: { status: 400, meaning: 'The body is not strict JSON, or the address cannot be read.' },
  UNAUTHENTICATED: { status: 401, meaning: 'There is no session, or it has ended: sign in.' },
  SIGN_IN_REFUSED: {
    status: 401,
    meaning: 'Address or password is wrong, or the address belongs to several tenants and none was named.',
  },
  CODE_NEEDED: {
    status: 401,
    meaning: 'The password is right, and a one-time code is needed besides: the same again with `code`.',
  },
  CODE_REFUSED: { status: 401, meaning: 'The one-time code is wrong, or was used before.' },
  PASSKEY_NEEDED: {
    status: 401,
    meaning:
      'The password is right, and the tenant demands more of the person, who has passkeys: sign in by one.',
  },
  SINGLE_SIGN_ON_MISSING: {
    status: 404,
    meaning:
      'No provider signs people of this address in, or those of several tenants do and none was named.',
  },
  PROVIDER_REFUSED: {
    status: 401,
    meaning: 'The identity provider did not vouch for somebody who may sign in here; the message tells why.',
  },
  PROVIDER_UNREACHABLE: {
    status: 503,
    meaning: 'The identity provider cannot be reached, or does not answer as one.',
  },
  PROOF_NEEDED: {
    status: 403,
    meaning:
      'It changes how somebody signs in, hands out a secret or a signature, or lets a key do more, and the last proof of who one is is minutes old: prove it again.',
  },
  SECOND_FACTOR_MISSING: {
    status: 403,
    meaning: "The tenant demands a second factor of the person's role: set one up first.",
  },
  PROOF_REFUSED: { status: 403, meaning: 'What was to prove who one is does not.' },
  FORBIDDEN: {
    status: 403,
    meaning: "The person's roles, groups or part in the case do not allow it.",
  },
  CROSS_SITE: {
    status: 403,
    meaning: 'A request that changes something came without the header that only the console itself sends.',
  },
  NOT_FOUND: { status: 404, meaning: 'Nothing is there, or it belongs to somebody else.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path has other methods alone; `Allow` names them.' },
  REVISION_CONFLICT: {
    status: 409,
    meaning:
      'The case was changed since it was read; `current` tells how it stands, who has it and who changed it.',
  },
  VERSION_CONFLICT: {
    status: 409,
    meaning: 'A newer version was saved since it was read; `version` tells which one is in force.',
  },
  REVISION_GONE: {
    status: 409,
    meaning: 'Another content was saved since it was read: look at it again. Nothing was done.',
  },
  APPROVAL_NEEDED: {
    status: 409,
    meaning: 'Publishing wants a second person here: ask for approval. Nothing was kept.',
  },
  OWN_WORK: {
    status: 403,
    meaning: 'Nobody approves, or sends back, what they have drawn or asked for themselves.',
  },
  ID_TAKEN: { status: 409, meaning: 'There is one of this id already.' },
  SECRET_REFUSED: { status: 409, meaning: 'The step does not fit how far the change of the secret is.' },
  REPLAY_REFUSED: { status: 409, meaning: 'The delivery cannot be replayed now.' },
  MOVE_REFUSED: {
    status: 409,
    meaning: 'The move does not fit what the case, the execution or the workflow is now.',
  },
  IN_USE: {
    status: 409,
    meaning: 'Published workflows call it; `faults` lists each with its node. Nothing was changed.',
  },
  WOULD_LOCK_OUT: {
    status: 409,
    meaning: 'Nobody could undo it afterwards: it would shut out whoever asks for it, or the last who may.',
  },
  KEPT_ELSEWHERE: {
    status: 409,
    meaning: 'The tenant file holds it for every domain; it is changed there.',
  },
  NO_CREDITS: {
    status: 409,
    meaning: 'The credits that are left do not cover it, or billing of the tenant is blocked.',
  },
  ENGINE_NOT_READY: {
    status: 409,
    meaning: 'An engine cannot be asked now; the message tells which and why.',
  },
  TOO_LARGE: { status: 413, meaning: 'The body, or the file that was asked for, is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not application/json, or a file is of a type that is not taken.',
  },
  INVALID: { status: 422, meaning: 'A value is missing or not acceptable; `field` tells which.' },
  DEFINITION_FAULTS: {
    status: 422,
    meaning:
      'The definition has faults, or would break what is published; `faults` lists all of them. Nothing was kept.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    meaning:
      'Signing in failed too often for this account or from this address; `Retry-After` tells how long to wait.',
  },
  STORAGE_FULL: {
    status: 507,
    meaning:
      'The file does not fit any more: the stored files of the tenant have reached their bound (Billing usage), which its operator can raise. Nothing was kept.',
  },
  INTERNAL: { status: 500, meaning: 'A failure of the service; nothing was kept.' },
  UNAVAILABLE: { status: 503, meaning: 'The service is stopping or cannot reach its store.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ProblemCode = keyof typeof problems;
const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** How a case stands, for whoever acted on what it was before. */
const caseConflict = z.object({
  status: z.enum(caseStates),
  revision: z.int(),
  assignee: z.string().nullable(),
  changedBy: z.string().nullable().describe('Who changed it last; null where the service did.'),
});
export type CaseConflict = z.infer<typeof caseConflict>;

/** One thing that is wrong in a definition. */
export const definitionFault = z
  .object({
    place: z.string().describe('Path in the definition, such as `nodes[2].rules[0].when`.'),
    message: z.string().describe('What is wrong and what would be right.'),
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
