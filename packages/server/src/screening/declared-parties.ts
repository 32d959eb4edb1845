import type { Subject } from '@gatehouse/matching';
import { saveParties } from '../customers/index.ts';
import {
  listedSubjects,
  type NodeContext,
  type ScreeningSubject,
  type SubjectParty,
  type Write,
  write,
} from '../interpreter/index.ts';
import { readSubject } from './read-subject.ts';
import { followedKeys, selfKey } from './subject-key.ts';

/** Subjects of a screening as their fields describe them, as they are matched, and who each of them is. */
export interface DescribedSubjects {
  readonly fields: readonly ScreeningSubject[];
  readonly subjects: readonly Subject[];
  readonly parties: readonly SubjectParty[];
}

/**
 * Events of which a counterparty, or whoever else is screened, says something of one transaction and not of the customer.
 * Monitoring's own event states nothing new.
 */
const unfollowedEvents: ReadonlySet<string> = new Set([
  'TRANSACTION_EVENT',
  'WEB3_TRANSACTION_EVENT',
  'PERIODIC_FLOW_EVENT',
]);

/**
 * Whom monitoring is to follow from a screening on: the customer's parties, and the customer itself where its event has no
 * subject of its own. Parties of an ownership structure are those of its own node.
 */
export function screenedPartyWrites(
  { execution }: NodeContext,
  node: { readonly id: string; readonly subjectsFrom?: string | undefined },
  { fields, subjects, parties }: DescribedSubjects,
): Write[] {
  const { eventType } = execution;
  if (unfollowedEvents.has(eventType)) return [];
  const keys = followedKeys(subjects, parties);
  const isSelf = (index: number) => keys[index]!.split('#')[0] === selfKey;
  const own = keys.flatMap((_, index) => (isSelf(index) ? [fields[index]!] : []));
  const others = keys.flatMap((key, index) => {
    const { reference, ...party } = parties[index]!;
    return isSelf(index) || reference !== undefined ? [] : [[key, { ...fields[index], ...party }] as const];
  });
  const self = eventType === 'MANUAL_CASE_EVENT' ? [] : own;
  // A list may have had parties before.
  if (others.length === 0 && self.length === 0 && node.subjectsFrom === undefined) return [];
  return [declare(execution, `${eventType}/${node.id}`, { parties: Object.fromEntries(others), self })];
}

/** Whom monitoring is to follow from now on of an ownership structure: everybody in it. */
export function ownershipPartyWrites({ execution, now }: NodeContext, list: readonly unknown[]): Write[] {
  if (execution.eventType === 'PERIODIC_FLOW_EVENT') return [];
  const listed = listedSubjects('ownership', 'parties', list);
  // What cannot be screened is refused where it is screened.
  if (listed.kind === 'fault') return [];
  const { customerId } = execution.customer;
  const readable = listed.subjects.flatMap((fields, index) => {
    const { reference: _, ...party } = listed.parties[index]!;
    const read = readSubject(fields, { customerId, now });
    return read.ok ? [{ fields, party, subject: read.subject }] : [];
  });
  const keys = followedKeys(
    readable.map(({ subject }) => subject),
    readable.map(({ party }) => party),
  );
  const parties = readable.map(
    ({ fields, party }, index) => [keys[index]!, { ...fields, ...party }] as const,
  );
  return [declare(execution, 'ownership', { parties: Object.fromEntries(parties), self: [] })];
}

function declare(
  { executionId, customer }: NodeContext['execution'],
  declaredBy: string,
  stated: Pick<Parameters<typeof saveParties>[2][number], 'parties' | 'self'>,
): Write {
  return write(
    saveParties,
    { customerId: customer.customerId, executionId, declaredBy, ...stated },
    'parties',
  );
}
