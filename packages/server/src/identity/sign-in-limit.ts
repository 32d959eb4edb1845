import { createHash } from 'node:crypto';
import type { Tx } from '../database/database.ts';

/** Lockout: attempts are counted before the password is verified, so that parallel ones gain nothing. */

/** From the first failure on, by the database's clock, which all nodes share; then the count begins anew. */
const windows = {
  account: "interval '15 minutes'",
  /** Failures on a browser that is known as the account's: a stranger's elsewhere are not among them, nor the reverse. */
  device: "interval '15 minutes'",
  address: "interval '15 minutes'",
  /** Questions that anybody may put, by address: each is a row for some minutes. */
  ceremony: "interval '15 minutes'",
  /** Links to choose another password that are asked for, by address and for an account. */
  reset: "interval '1 hour'",
  resetAddress: "interval '1 hour'",
  /** One of a million codes is right, and three at a time: who has the password may not guess all day. */
  code: "interval '24 hours'",
} as const;
const longest = windows.code;

/** Sign-ins that may fail in a window before further ones are refused unseen. */
const failuresAllowed = {
  account: 5,
  device: 5,
  address: 50,
  ceremony: 100,
  reset: 5,
  resetAddress: 30,
  code: 20,
} as const;
type Kind = keyof typeof failuresAllowed;

export interface Attempt {
  /** As it was typed, lower-cased; whether there is such an account makes no difference. */
  readonly account: string;
  /** The client's address, or network. */
  readonly address: string;
  /** The browser, where it is known as the account's: its failures count by themselves. */
  readonly device?: string | undefined;
}

/** Counts an attempt; answers for how many seconds it is refused, or undefined when it may continue. */
export async function countAttempt(tx: Tx, attempt: Attempt): Promise<number | undefined> {
  return (await countAddress(tx, attempt.address)) ?? countAccount(tx, attempt);
}

/** Counts an attempt whose address is counted already; as `countAttempt`. */
export function countAccount(tx: Tx, attempt: Attempt): Promise<number | undefined> {
  return countKey(tx, ...ownerOf(attempt));
}

/** Under what the failures of an account are counted here. */
function ownerOf({ account, device }: Attempt): [kind: 'account' | 'device', key: string] {
  return device === undefined ? ['account', account] : ['device', device];
}

/** Takes the attempt back: it succeeded. The account's earlier failures are forgiven, the address's stay. */
export async function clearFailedAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const { address } = attempt;
  const [kind, key] = ownerOf(attempt);
  await tx.sql(
    `update sign_in_failure set failures = greatest(failures - 1, 0) where kind = 'address' and key = $1`,
    [keyOf(address)],
  );
  // On a known browser a stranger's failures elsewhere stay: else each sign-in would give them further guesses.
  await tx.sql('delete from sign_in_failure where kind = $1 and key = $2', [kind, keyOf(key)]);
  await tx.sql(
    `with old as materialized (
       select kind, key from sign_in_failure where since <= now() - ${longest} limit 1000 for update skip locked
     )
     delete from sign_in_failure f using old where f.kind = old.kind and f.key = old.key`,
  );
}

/** Takes the attempt back without a word on earlier ones: what was given was right, and more is needed. */
export async function withdrawAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const [kind, key] = ownerOf(attempt);
  await tx.sql(
    `update sign_in_failure set failures = greatest(failures - 1, 0)
     where (kind = 'address' and key = $1) or (kind = $2 and key = $3)`,
    [keyOf(attempt.address), kind, keyOf(key)],
  );
}

/** Counts a one-time code that is given for a person; as `countAttempt`. */
export function countCode(
  tx: Tx,
  { tenantId, email }: { readonly tenantId: string; readonly email: string },
): Promise<number | undefined> {
  return countKey(tx, 'code', JSON.stringify([tenantId, email]));
}

/** Counts a ceremony that somebody begins who has not said who they are; as `countAttempt`. */
export function countCeremony(tx: Tx, address: string): Promise<number | undefined> {
  return countKey(tx, 'ceremony', address);
}

/** Counts a failure that names no account; as `countAttempt`. */
export function countAddress(tx: Tx, address: string): Promise<number | undefined> {
  return countKey(tx, 'address', address);
}

/** Counts a link to choose another password that a client asks for, or that an account is sent; as `countAttempt`. */
export function countReset(tx: Tx, kind: 'reset' | 'resetAddress', key: string): Promise<number | undefined> {
  return countKey(tx, kind, key);
}

/** Whoever has the mail of an account has shown more than a password: its failures are forgiven. */
export async function resetLockout(tx: Tx, account: string): Promise<void> {
  await tx.sql(`delete from sign_in_failure where kind = 'account' and key = $1`, [keyOf(account)]);
}

/** The code was right: the person's failures are forgiven. */
export async function resetCodeFailures(
  tx: Tx,
  { tenantId, email }: { readonly tenantId: string; readonly email: string },
): Promise<void> {
  await tx.sql(`delete from sign_in_failure where kind = 'code' and key = $1`, [
    keyOf(JSON.stringify([tenantId, email])),
  ]);
}

async function countKey(tx: Tx, kind: Kind, key: string): Promise<number | undefined> {
  const window = windows[kind];
  const [row] = await tx.sql<{ failures: number; leftSeconds: number }>(
    `insert into sign_in_failure as f (kind, key, failures, since) values ($1, $2, 1, now())
     on conflict (kind, key) do update set
       failures = case when f.since <= now() - ${window} then 1 else least(f.failures + 1, $3) end,
       since = case when f.since <= now() - ${window} then now() else f.since end
     returning failures, extract(epoch from since + ${window} - now())::double precision as "leftSeconds"`,
    [kind, keyOf(key), failuresAllowed[kind] + 1],
  );
  if (row!.failures <= failuresAllowed[kind]) return undefined;
  return row!.leftSeconds;
}

function keyOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
