import {
  type CaseConflict,
  type DefinitionFault,
  type Phrase,
  type ProblemBody,
  type ProblemCode,
  phrase,
  problems,
  wordPhrases,
} from '@gatehouse/contract';
import { sentPhrases } from './sent-phrases.ts';

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

/** A message that no phrase of the catalogue says, as where a library or another system words it. */
export interface UncataloguedMessage {
  readonly english: string;
}

/** A refusal of the console's interface; becomes a response in one place. */
export class ConsoleRefusal extends Error {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;
  /** What the message says, for pages in other languages. */
  readonly phrases: readonly Phrase[] | undefined;

  /** `message` is for the person; without one it is the catalogue's. */
  constructor(
    code: ProblemCode,
    message?: Phrase | readonly Phrase[] | UncataloguedMessage,
    details: RefusalDetails = {},
  ) {
    const said = message ?? phrase(`problems.${code}`);
    super('english' in said ? said.english : wordPhrases(said));
    this.phrases = 'english' in said ? undefined : [said].flat();
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
      ...(this.phrases === undefined ? {} : { phrases: sentPhrases(this.phrases) }),
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
  const wait =
    minutes > 90
      ? phrase('refusals.tooManyAttemptsHours', { count: Math.ceil(minutes / 60) })
      : phrase('refusals.tooManyAttemptsMinutes', { count: minutes });
  return new ConsoleRefusal('TOO_MANY_ATTEMPTS', wait, { retryAfterSeconds });
}
