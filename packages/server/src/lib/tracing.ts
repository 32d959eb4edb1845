/**
 * Traces of what a call sets in motion, in the terms of W3C Trace Context. Absent where no receiver is set: then nothing
 * is measured, stored or sent. Attributes are ids, names and counts, never a person's data.
 */

/** Values of few bytes that say nothing of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  /** `server` answers a call, `client` makes one. */
  readonly kind?: 'server' | 'client';
  /** The `traceparent` of what this belongs to; without a readable one it begins a trace. */
  readonly parent?: string | null | undefined;
  readonly attributes?: SpanAttributes;
}

/** Something that takes time. */
export interface Span {
  /** What those have as their parent that belong to it, here or at another server. */
  readonly traceparent: string;
  /** Ends it once; further ends do nothing. */
  end(result?: { readonly attributes?: SpanAttributes; readonly isFailed?: boolean }): void;
}

export interface Tracer {
  start(name: string, start?: SpanStart): Span;
  /** Sends what was not sent yet, for a few seconds at most. */
  close(): Promise<void>;
}

/** Runs `work` inside a span; without a tracer just runs it. */
export async function traced<T>(
  tracer: Tracer | undefined,
  [name, start]: readonly [name: string, start: SpanStart],
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work();
  const span = tracer.start(name, start);
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end({ isFailed: true });
    throw error;
  }
}
