import { type FollowedParty, maxShownParties } from '@gatehouse/contract';
import type { Subject } from '@gatehouse/matching';
import { type PartyStatement, readCustomerMonitoring, readPartyStatements } from '../customers/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys } from '../personal-keys/index.ts';
import { countOpenHits, readLastScreenings, readSubject, rulingKey } from '../screening/index.ts';

type StatedParty = Pick<PartyStatement, 'declaredBy' | 'statedAt'> & {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** The parties of a customer as monitoring follows them, largest share first; undefined where there is no such customer. */
export async function readFollowedParties(
  tx: Tx,
  scope: Scope,
  { customerId, keys }: { readonly customerId: string; readonly keys: DomainKeys },
): Promise<{ parties: FollowedParty[]; total: number } | undefined> {
  const monitoring = await readCustomerMonitoring(tx, scope, customerId);
  if (monitoring === undefined) return undefined;
  const all = newestStatements(await readPartyStatements(tx, scope, customerId));
  const shown = all.toSorted(byShare).slice(0, maxShownParties);
  const now = new Date();
  const subjects = shown.map(({ fields }) => {
    const read = readSubject(fields, { customerId, now });
    return read.ok ? read.subject : undefined;
  });
  const screenings = await readLastScreenings(tx, scope, {
    customerId,
    subjects: subjects.map((subject) => subject ?? ({} as Subject)),
    keys,
  });
  const subjectKeys = shown.flatMap(({ key }) => rulingKey(key) ?? []);
  const openHits = await countOpenHits(tx, scope, { customerId, subjectKeys });
  const parties = shown.map(({ key, fields, declaredBy, statedAt }, index): FollowedParty => {
    const ruled = rulingKey(key);
    return {
      key,
      name: text(fields['name']),
      role: text(fields['role']),
      percent: typeof fields['percent'] === 'number' ? fields['percent'] : null,
      statedBy: declaredBy,
      statedAt,
      isMonitored: monitoring.isMonitored && subjects[index] !== undefined,
      lastScreenedAt: screenings.get(index) ?? null,
      openHits: ruled === undefined ? null : (openHits.get(ruled) ?? 0),
    };
  });
  return { parties, total: all.length };
}

/** What is stated of one party at several places counts as stated last, as monitoring has it. */
function newestStatements(statements: readonly PartyStatement[]): StatedParty[] {
  const found = new Map<string, StatedParty>();
  for (const { declaredBy, statedAt, parties } of statements) {
    for (const [key, fields] of Object.entries(parties)) {
      if (!found.has(key)) found.set(key, { key, fields, declaredBy, statedAt });
    }
  }
  return [...found.values()];
}

function byShare(one: StatedParty, other: StatedParty): number {
  const share = ({ fields }: StatedParty) => (typeof fields['percent'] === 'number' ? fields['percent'] : -1);
  return share(other) - share(one) || String(one.fields['name']).localeCompare(String(other.fields['name']));
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
