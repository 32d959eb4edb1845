/** What is wrong with a body and where. */
export interface JsonFault {
  readonly problem: string;
  /** Bytes before the place. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
}

/** Leaves the scan at the first fault; `parseStrictJson` turns it into a value. */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }

  locate(body: Uint8Array): JsonFault {
    let line = 1;
    for (let i = 0; i < this.offset && i < body.length; i++) if (body[i] === 0x0a) line++;
    return { problem: this.message, offset: this.offset, line };
  }
}

/** The fault in one sentence for `x-error-detail`. */
export function describeFault({ problem, offset, line }: JsonFault): string {
  return `body is not acceptable JSON: line ${line}, byte ${offset}: ${problem}`;
}
