/** THE catalogue of what the flow interface refuses: code, HTTP status, meaning. Bodies are `{code, …}`. */
export const flowProblems = {
  MALFORMED: {
    status: 400,
    meaning: 'The body is not strict JSON of the expected shape; `field` tells where.',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'No session goes with this token, or it has ended: exchange the link again.',
  },
  LINK_UNKNOWN: { status: 404, meaning: 'No link has this token.' },
  NOT_FOUND: { status: 404, meaning: 'Nothing is there, or it belongs to another flow.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path has other methods alone; `Allow` names them.' },
  STEP_GIVEN: {
    status: 409,
    meaning: 'Other data was taken for this step before; `view` tells where the flow stands.',
  },
  STEP_NOT_NEXT: { status: 409, meaning: 'The step is not the one that waits; `view` tells which one does.' },
  FLOW_ENDED: { status: 409, meaning: 'The flow takes nothing more; `view` tells how it stands.' },
  LINK_EXPIRED: {
    status: 410,
    meaning: 'The seven days of the link are over; `branding` tells whom to ask.',
  },
  LINK_SUPERSEDED: {
    status: 410,
    meaning: 'A newer link was made for the same e-mail address; `branding` tells whom to ask.',
  },
  LINK_SPENT: {
    status: 410,
    meaning: 'What the link was for has been submitted; `branding` tells whom to ask.',
  },
  TOO_LARGE: { status: 413, meaning: 'The body or the file is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content is not of a type that is taken; `reason` tells why.',
  },
  INVALID: {
    status: 422,
    meaning: 'Values are missing or not acceptable; `faults` lists all of them. Nothing was kept.',
  },
  CODE_WRONG: {
    status: 422,
    meaning: 'The code is wrong; `attemptsLeft` tells how often it can still be tried.',
  },
  CODE_EXPIRED: {
    status: 422,
    meaning: 'The code is too old, was spent, or none was sent: ask for a new one.',
  },
  CODE_EXHAUSTED: {
    status: 429,
    meaning:
      'The code was tried too often, or too many were sent; `Retry-After` tells when a new one can be asked for.',
  },
  TOO_MANY_CALLS: { status: 429, meaning: 'Too many calls; `Retry-After` tells how long to wait.' },
  STORAGE_FULL: {
    status: 507,
    meaning:
      'Nothing is wrong with the file: the tenant has no room for more. Parts that were sent are kept for a later try.',
  },
  INTERNAL: { status: 500, meaning: 'A failure of the service; nothing was kept.' },
  UNAVAILABLE: { status: 503, meaning: 'The service is stopping or cannot reach its store.' },
} as const satisfies Record<string, { status: number; meaning: string }>;
export type FlowProblemCode = keyof typeof flowProblems;
