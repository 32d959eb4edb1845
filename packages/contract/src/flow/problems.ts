/** THE catalogue of what the flow interface refuses: code, HTTP status, meaning. Bodies are `{code, …}`. */
export const flowProblems = {
  MALFORMED: {
    status: 400,
    meaning: 'The body is not strict JSON, or does not match the schema. `field` says where.',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'No session for this token, or the session has ended. Exchange the link again.',
  },
  LINK_UNKNOWN: { status: 404, meaning: 'Unknown link token.' },
  NOT_FOUND: { status: 404, meaning: 'Not found, or it belongs to another flow.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method. `Allow` lists the supported ones.',
  },
  STEP_GIVEN: {
    status: 409,
    meaning: 'Other data was already submitted for this step. `view` has the current state of the flow.',
  },
  STEP_NOT_NEXT: { status: 409, meaning: 'This is not the current step. `view` has the current step.' },
  FLOW_ENDED: { status: 409, meaning: 'The flow has ended and accepts no more data. `view` has its state.' },
  LINK_EXPIRED: {
    status: 410,
    meaning: 'The link has expired after seven days. `branding` has the contact.',
  },
  LINK_SUPERSEDED: {
    status: 410,
    meaning: 'A newer link replaced this one for the same e-mail address. `branding` has the contact.',
  },
  LINK_SPENT: {
    status: 410,
    meaning: 'The flow of this link was already submitted. `branding` has the contact.',
  },
  TOO_LARGE: { status: 413, meaning: 'The body or the file is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type is not accepted. `reason` says why.',
  },
  INVALID: {
    status: 422,
    meaning: 'Values are missing or not valid. `faults` lists all of them. Nothing was saved.',
  },
  CODE_WRONG: {
    status: 422,
    meaning: 'The code is wrong. `attemptsLeft` is the number of attempts left.',
  },
  CODE_EXPIRED: {
    status: 422,
    meaning: 'The code has expired, was already used, or none was sent. Request a new one.',
  },
  CODE_EXHAUSTED: {
    status: 429,
    meaning:
      'Too many attempts, or too many codes sent. `Retry-After` says when a new code can be requested.',
  },
  TOO_MANY_CALLS: { status: 429, meaning: 'Too many calls. `Retry-After` says how long to wait.' },
  STORAGE_FULL: {
    status: 507,
    meaning:
      'The storage limit of the tenant is reached. The file itself is valid. Parts already sent are kept for a later attempt.',
  },
  INTERNAL: { status: 500, meaning: 'Internal error. Nothing was saved.' },
  UNAVAILABLE: { status: 503, meaning: 'The service is stopping or cannot reach its store.' },
} as const satisfies Record<string, { status: number; meaning: string }>;
export type FlowProblemCode = keyof typeof flowProblems;
