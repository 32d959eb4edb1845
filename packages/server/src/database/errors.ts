import pg from 'pg';
import { isTenantStopped } from './running-tenants.ts';

/**
 * The connection went while COMMIT was on its way: the work is stored or it is not, and only a look-up by an
 * id chosen beforehand can tell.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('The connection to the store was lost while a commit was on its way', { cause });
    this.name = 'OutcomeUnknownError';
  }
}

/** The embedded engine stopped permanently, as a server does on a PANIC: only a new one recovers the store. */
export class EngineStoppedError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Connection terminated: the embedded store stopped: ${reason}`, { cause });
    this.name = 'EngineStoppedError';
  }
}

/** The embedded engine is not there to be asked: nothing was sent to it. */
export class EngineNotStartedError extends EngineStoppedError {}

/** The disk of the embedded store has no room for what the next commit or a recovery writes. */
export class DiskFullError extends Error {
  constructor(directory: string, freeBytes: number) {
    super(`the disk is full: ${Math.floor(freeBytes / 2 ** 20)} MiB are free at ${directory}; make room`);
    this.name = 'DiskFullError';
  }
}

/** The transaction was undone by the server although its work ended well: a failed statement was swallowed. */
export class RolledBackError extends Error {
  constructor() {
    super('The transaction holds a failed statement and was rolled back instead of committed');
    this.name = 'RolledBackError';
  }
}

/** The embedded store ended a transaction that ran no statement for too long, as a server does with 25P03. */
export class IdleTransactionError extends Error {
  constructor() {
    super('The transaction ran no statement for too long and was rolled back: others wait for it');
    this.name = 'IdleTransactionError';
  }
}

/** A second transaction or read was asked for inside an open one; on the embedded store it would wait forever. */
export class NestedTransactionError extends Error {
  constructor() {
    super('A transaction of this store is already open here: use its tx instead of opening another one');
    this.name = 'NestedTransactionError';
  }
}

/** The server at the address follows another one: what it holds may be old, and it takes no writes. */
export class StandbyError extends Error {
  constructor() {
    super('Connection terminated: the server is a standby');
    this.name = 'StandbyError';
  }
}

/** A server did not answer although its own limits must have ended the statement, as a machine that is gone. */
export class SilentServerError extends Error {
  constructor(limitMs: number) {
    super(`Connection terminated: no answer within ${limitMs} ms`);
    this.name = 'SilentServerError';
  }
}

const diskFull = '53100';
/** A primary that became a standby under its connections, or that an administrator closed for writes. */
const readOnly = '25006';
const tooManyConnections = '53300';

// PostgreSQL, appendix A: serialization failure, deadlock, lock not available, read-only transaction, admin and crash shutdown, cannot
// connect now, too many connections, idle in transaction and idle session timeouts, a full disk.
const retryableStates = new Set([
  '40001',
  '40P01',
  '55P03',
  readOnly,
  '57P01',
  '57P02',
  '57P03',
  tooManyConnections,
  '25P03',
  '57P05',
  diskFull,
]);
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// The driver gives these no code. The first two: it knew that the connection was gone, and sent nothing.
const unsentMessages = [
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];
const connectionMessages = [
  ...unsentMessages,
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
];

/** Whether the connection itself is gone, so that the client must not return to its pool. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    return state.startsWith('08') || state.startsWith('57P') || state === '25P03';
  }
  if ('code' in error && typeof error.code === 'string' && connectionCodes.has(error.code)) return true;
  return connectionMessages.some((message) => error.message.startsWith(message));
}

/** Of what a lost connection gives: whether the statement never left, so that a commit has surely not happened. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof EngineNotStartedError) return true;
  return error instanceof Error && unsentMessages.some((message) => error.message.startsWith(message));
}

/** Whether the server takes no writes. Nothing was stored, and another connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof StandbyError || (error instanceof pg.DatabaseError && error.code === readOnly);
}

/** Whether a cached plan no longer fits because a migration changed a table under it (0A000 has other uses). */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether the server's disk is full. A new connection may say so too, when it is to write its caches. */
export function isOutOfDisk(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === diskFull;
}

/** Of a file of this node, such as an upload on its way. */
function isFileWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** What whoever calls may know of a store that cannot work for now; undefined for every other error. */
export function storeOutage(error: unknown): string | undefined {
  if (isTenantStopped(error)) return 'the tenant moves to another deployment';
  if (isOutOfDisk(error)) return 'the disk of the store is full';
  if (isFileWithoutRoom(error)) return 'the disk of the data directory is full';
  if (error instanceof DiskFullError) return 'the disk of the embedded store is full';
  if (error instanceof EngineStoppedError) {
    return storeOutage(error.cause) ?? 'the embedded store stopped and is to recover';
  }
  if (isReadOnly(error)) return 'the database takes no writes';
  // A primary that dies, restarts or changes places, or takes no more connections. Nothing was stored.
  const isFull = error instanceof pg.DatabaseError && error.code === tooManyConnections;
  return isFull || isConnectionLost(error) ? 'the database does not answer' : undefined;
}

/**
 * Whether nothing was stored and running the same work again may succeed: serialisation failures, deadlocks,
 * lock timeouts, a lost connection, a restarting server, a full disk. Never for an unknown outcome: see OutcomeUnknownError.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return false;
  if (error instanceof IdleTransactionError) return true;
  if (error instanceof pg.DatabaseError && retryableStates.has(error.code ?? '')) return true;
  return isOutdatedPlan(error) || isConnectionLost(error);
}
