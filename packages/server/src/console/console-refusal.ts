import { type CaseConflict, type ProblemBody, type ProblemCode, problems } from '@gatehouse/contract';

interface RefusalDetails {
  /** The field that the message is about. */
  readonly field?: string;
  /** How the case stands that somebody else was faster on. */
  readonly current?: CaseConflict;
  readonly retryAfterSeconds?: number;
}

/** A refusal of the console's interface; becomes a response in one place. */
export class ConsoleRefusal extends Error {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  /** `message` is for the person; without one it is the catalogue's. */
  constructor(code: ProblemCode, message?: string, details: RefusalDetails = {}) {
    super(message ?? problems[code].meaning);
    this.name = 'ConsoleRefusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }

  body(): ProblemBody {
    const { field, current } = this.details;
    return {
      code: this.code,
      message: this.message,
      ...(field === undefined ? {} : { field }),
      ...(current === undefined ? {} : { current }),
    };
  }
}
