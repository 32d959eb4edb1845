import type { DataOf, InputOf, Operation, OperationName, Operations } from '@gatehouse/contract';
import type { Scope } from '../lib/scope.ts';
import type { PreparedResponse } from './prepared-response.ts';
import type { Refusal } from './refusal.ts';
import type { ReplayedResponse } from './replayed-response.ts';

/** What a handler receives of the call besides its input. */
export interface Call<Name extends string = OperationName> {
  readonly operation: Name;
  readonly apiVersion: string;
  readonly scope: Scope;
  readonly apiKey: string;
  /** The same id as in `x-request-id` and in the log. */
  readonly requestId: string;
  /** Aborted when the operation's time is up; a client that goes away does not abort its call. */
  readonly signal: AbortSignal;
  readonly receivedAt: Date;
  /** Of the call's span; undefined where traces are off. */
  readonly traceparent: string | undefined;
  /** Where the operation keeps keys and the call has one. */
  readonly idempotency: Idempotency | undefined;
}

/** An `Idempotency-Key`, with what a call of the same key must have alike. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of version and body, in hexadecimal digits. */
  readonly requestDigest: string;
}

/** Any table of operations; the product's own is `operations` of the contract. */
export type OperationTable = Readonly<Record<string, Operation>>;

/**
 * What runs an operation. It answers `data`, `data` written beforehand or of an earlier call, or a `Refusal`, throws
 * `GatewayError` for what the catalogue names (a remote part that failed, a part that is not up), and anything else
 * only for bugs and outages.
 */
type Handler<Name extends string, O> = (
  call: Call<Name>,
  input: InputOf<O>,
) => Promise<DataOf<O> | PreparedResponse | ReplayedResponse<DataOf<O>> | Refusal>;

export type HandlersOf<Table extends OperationTable> = {
  readonly [Name in keyof Table & string]: Handler<Name, Table[Name]>;
};

/** A handler for every gateway operation; the compiler names the missing ones. */
export type Handlers = HandlersOf<Operations>;
