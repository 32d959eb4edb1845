import { z } from 'zod';
import { caseStates } from '../states.ts';

/** THE catalogue of what the console's interface refuses: code, HTTP status, meaning. */
export const problems = {
  MALFORMED: { status: 400, meaning: 'The body is not strict JSON, or the URL cannot be read.' },
  UNAUTHENTICATED: { status: 401, meaning: 'No session, or the session has ended. Sign in.' },
  SIGN_IN_REFUSED: {
    status: 401,
    meaning: 'Address or password is wrong, or the address belongs to several tenants and none was named.',
  },
  CODE_NEEDED: {
    status: 401,
    meaning: 'The password is correct. A one-time code is required too: repeat the call with `code`.',
  },
  CODE_REFUSED: { status: 401, meaning: 'The one-time code is wrong or was used before.' },
  PASSKEY_NEEDED: {
    status: 401,
    meaning: 'The password is correct, but a second factor is required. Sign in with a passkey.',
  },
  SINGLE_SIGN_ON_MISSING: {
    status: 404,
    meaning:
      'No identity provider is set up for this address, or several tenants have one and none was named.',
  },
  PROVIDER_REFUSED: {
    status: 401,
    meaning: 'The identity provider did not confirm a person who may sign in here. The message says why.',
  },
  PROVIDER_UNREACHABLE: {
    status: 503,
    meaning: 'The identity provider cannot be reached or gives no valid answer.',
  },
  PROOF_NEEDED: {
    status: 403,
    meaning:
      'This changes how someone signs in, reveals a secret or a signature, or extends the access of a key. Confirm your identity again.',
  },
  SECOND_FACTOR_MISSING: {
    status: 403,
    meaning: 'Your role requires a second factor. Set one up first.',
  },
  PROOF_REFUSED: { status: 403, meaning: 'Your identity could not be confirmed.' },
  FORBIDDEN: {
    status: 403,
    meaning: 'Your roles, your groups or your part in the case do not allow this.',
  },
  CROSS_SITE: {
    status: 403,
    meaning: 'A request that changes something came without the header that only the console itself sends.',
  },
  NOT_FOUND: { status: 404, meaning: 'Not found, or not accessible to you.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method. `Allow` lists the supported ones.',
  },
  REVISION_CONFLICT: {
    status: 409,
    meaning: 'The case was changed since it was read. `current` has its state, assignee and last editor.',
  },
  VERSION_CONFLICT: {
    status: 409,
    meaning: 'A newer version was saved since it was read. `version` is the active one.',
  },
  REVISION_GONE: {
    status: 409,
    meaning: 'The content was changed since it was read. Review it again. Nothing was done.',
  },
  APPROVAL_NEEDED: {
    status: 409,
    meaning: 'Publishing needs a second person. Request approval. Nothing was saved.',
  },
  OWN_WORK: {
    status: 403,
    meaning: 'You cannot approve or return a draft that you edited, or for which you requested approval.',
  },
  ID_TAKEN: { status: 409, meaning: 'This ID is already in use.' },
  SECRET_REFUSED: {
    status: 409,
    meaning: 'This step does not fit the current stage of the secret rotation.',
  },
  REPLAY_REFUSED: { status: 409, meaning: 'The delivery cannot be replayed now.' },
  MOVE_REFUSED: {
    status: 409,
    meaning: 'This action does not fit the current state of the case, the execution or the workflow.',
  },
  IN_USE: {
    status: 409,
    meaning: 'Published workflows use it. `faults` lists each with its node. Nothing was changed.',
  },
  WOULD_LOCK_OUT: {
    status: 409,
    meaning: 'This would lock you out, or the last person with this permission.',
  },
  KEPT_ELSEWHERE: {
    status: 409,
    meaning: 'The tenant file sets this for every domain. Change it there.',
  },
  NO_CREDITS: {
    status: 409,
    meaning: 'Not enough credits remaining, or billing of the tenant is blocked.',
  },
  ENGINE_NOT_READY: {
    status: 409,
    meaning: 'An engine is not available now. The message says which and why.',
  },
  TOO_LARGE: { status: 413, meaning: 'The body or the requested file is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not application/json, or the file type is not accepted.',
  },
  INVALID: { status: 422, meaning: 'A value is missing or not valid. `field` says which.' },
  DEFINITION_FAULTS: {
    status: 422,
    meaning:
      'The definition has faults, or would break a published workflow. `faults` lists all of them. Nothing was saved.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    meaning:
      'Too many failed sign-ins for this account or from this address. `Retry-After` says how long to wait.',
  },
  STORAGE_FULL: {
    status: 507,
    meaning:
      'The storage limit of the tenant is reached (Billing usage). The operator can raise it. Nothing was saved.',
  },
  BUSY: {
    status: 503,
    meaning:
      'Too many reports are being made now, for your tenant or on this server. `Retry-After` says when to try again.',
  },
  INTERNAL: { status: 500, meaning: 'Internal error. Nothing was saved.' },
  UNAVAILABLE: { status: 503, meaning: 'The service is stopping or cannot reach its store.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

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
