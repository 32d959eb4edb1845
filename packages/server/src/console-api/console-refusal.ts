import {
  type CaseConflict,
  type DefinitionFault,
  type ProblemBody,
  type ProblemCode,
  problems,
} from '@gatehouse/contract';

interface RefusalDetails {
  /** The field that the message is about. */
  readonly field?: string;
  /** The state of the case that somebody else was faster on. */
  readonly current?: CaseConflict;
  /** The active version, where a newer one was saved meanwhile. */
  readonly version?: number | null;
  /** Everything that is wrong in a definition. */
  readonly faults?: readonly DefinitionFault[];
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
    const { field, current, version, faults } = this.details;
    return {
      code: this.code,
      message: this.message,
      ...(field === undefined ? {} : { field }),
      ...(current === undefined ? {} : { current }),
      ...(version === undefined ? {} : { version }),
      ...(faults === undefined ? {} : { faults: [...faults] }),
    };
  }
}

/** Refuses an attempt until some time has passed, and says to the person how long that is. */
export function tooManyAttempts(retryAfterSeconds: number): ConsoleRefusal {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const [count, unit] = minutes > 90 ? [Math.ceil(minutes / 60), 'hour'] : [minutes, 'minute'];
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return new ConsoleRefusal(
    'TOO_MANY_ATTEMPTS',
    `Too many attempts for this account or from this address. Try again in ${wait}.`,
    { retryAfterSeconds },
  );
}
