import type { z } from 'zod';
import type { BusinessCode } from '../errors.ts';

/** How the answer of a call is billed (interface specification 8). */
export type Billing = 'free' | 'eventQuota' | 'engineCredits';

/** One gateway operation as on the wire. */
export interface Operation<Name extends string = string, Input = unknown, Data = unknown> {
  readonly name: Name;
  /** One sentence for people. */
  readonly title: string;
  /** Accepted values of `apiVersion`; `open` takes any N.N.N unless the deployment pins one (docs/interface.md 4). */
  readonly versions: readonly [string, ...string[]] | 'open';
  /** After this many milliseconds the gateway answers SERVICE_TIME_OUT. */
  readonly timeoutMs: number;
  readonly billing: Billing;
  /**
   * What `Idempotency-Key` does: `kept` lets calls with one key take effect once, `repeated` only says on the answer that
   * the gateway keeps keys. Absent: the header is not read.
   */
  readonly idempotencyKey?: 'kept' | 'repeated';
  /** The body's schema at a version; members that are null count as missing before it is applied. */
  input(version: string): z.ZodType<Input>;
  /** `data` of an accepted call. */
  readonly output: z.ZodType<Data>;
  /** Whether a missing or wrongly typed field is refused by the gateway or inside `data` (docs/interface.md 3). */
  readonly missingField: 'gateway' | 'data';
  /** `data` of a refusal: 400 for a value that is not acceptable, 403, 404, 500 as in interface specification 7.2. */
  refuse(code: Exclude<BusinessCode, 200>, message: string, requestId: string): Data;
}

/** Declares an operation, keeping its literal name and types. */
export function defineOperation<const Name extends string, Input, Data>(
  operation: Operation<Name, Input, Data>,
): Operation<Name, Input, Data> {
  return operation;
}

/** What a handler of `O` is given. */
export type InputOf<O> = O extends { input(version: string): z.ZodType<infer Input> } ? Input : never;
/** What a handler of `O` answers. */
export type DataOf<O> = O extends { output: z.ZodType<infer Data> } ? Data : never;
