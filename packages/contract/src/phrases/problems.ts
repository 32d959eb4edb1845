/** What a refusal means where it says no more, by its code (console/problems.ts). */
export const problems = {
  MALFORMED: 'The body is not strict JSON, or the URL cannot be read.',
  UNAUTHENTICATED: 'No session, or the session has ended. Sign in.',
  SIGN_IN_REFUSED:
    'Address or password is wrong, or the address belongs to several tenants and none was named.',
  CODE_NEEDED: 'The password is correct. A one-time code is required too: repeat the call with `code`.',
  CODE_REFUSED: 'The one-time code is wrong or was used before.',
  PASSKEY_NEEDED: 'The password is correct, but a second factor is required. Sign in with a passkey.',
  SINGLE_SIGN_ON_MISSING:
    'No identity provider is set up for this address, or several tenants have one and none was named.',
  PROVIDER_REFUSED:
    'The identity provider did not confirm a person who may sign in here. The message says why.',
  PROVIDER_UNREACHABLE: 'The identity provider cannot be reached or gives no valid answer.',
  PROOF_NEEDED:
    'This changes how someone signs in, reveals a secret or a signature, extends the access of a key, or erases a customer. Confirm your identity again.',
  SECOND_FACTOR_MISSING: 'Your role requires a second factor. Set one up first.',
  PROOF_REFUSED: 'Your identity could not be confirmed.',
  FORBIDDEN: 'Your roles, your groups or your part in the case do not allow this.',
  CROSS_SITE: 'A request that changes something came without the header that only the console itself sends.',
  NOT_FOUND: 'Not found, or not accessible to you.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. `Allow` lists the supported ones.',
  REVISION_CONFLICT:
    'The case was changed since it was read. `current` has its state, assignee and last editor.',
  VERSION_CONFLICT: 'A newer version was saved since it was read. `version` is the active one.',
  REVISION_GONE: 'The content was changed since it was read. Review it again. Nothing was done.',
  APPROVAL_NEEDED: 'Publishing needs a second person. Request approval. Nothing was saved.',
  OWN_WORK: 'Another person has to do this: you edited it or requested it.',
  ID_TAKEN: 'This ID is already in use.',
  SECRET_REFUSED: 'This step does not fit the current stage of the secret rotation.',
  REPLAY_REFUSED: 'The delivery cannot be replayed now.',
  MOVE_REFUSED: 'This action does not fit the current state of the case, the execution or the workflow.',
  IN_USE: 'Published workflows use it. `faults` lists each with its node. Nothing was changed.',
  WOULD_LOCK_OUT: 'This would lock you out, or the last person with this permission.',
  KEPT_ELSEWHERE: 'The tenant file sets this for every domain. Change it there.',
  NO_CREDITS: 'Not enough credits remaining, or billing of the tenant is blocked.',
  ENGINE_NOT_READY: 'An engine is not available now. The message says which and why.',
  TOO_LARGE: 'The body or the requested file is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not application/json, or the file type is not accepted.',
  INVALID: 'A value is missing or not valid. `field` says which.',
  DEFINITION_FAULTS:
    'The definition has faults, or would break a published workflow. `faults` lists all of them. Nothing was saved.',
  TOO_MANY_ATTEMPTS:
    'Too many failed sign-ins for this account or from this address. `Retry-After` says how long to wait.',
  STORAGE_FULL:
    'The storage limit of the tenant is reached (Billing usage). The operator can raise it. Nothing was saved.',
  BUSY: 'Too many reports are being made now, for your tenant or on this server. `Retry-After` says when to try again.',
  INTERNAL: 'Internal error. Nothing was saved.',
  UNAVAILABLE: 'The service is stopping or cannot reach its store.',
} as const;
