/** Interests of the Beneficial Ownership Data Standard as relations. */
import type { Relation, RelationKind } from '../entry.ts';
import type { BodsRelationship } from './bods-statements.ts';
import { relation } from './entry-details.ts';
import { jsonText, membersOf } from './json-records.ts';

type Json = Readonly<Record<string, unknown>>;

/** A relation, seen from the holder; the other end sees it by the second kind. */
interface Held {
  readonly kinds: readonly [ofHolder: RelationKind, ofSubject: RelationKind];
  readonly role: string;
  readonly share?: string | undefined;
  readonly votes?: string | undefined;
  readonly isIndirect: boolean;
  readonly isBeneficial: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Interests that the standard calls controlling, or that are control where the publisher says so. */
const CONTROL: ReadonlySet<string> = new Set([
  'appointmentOfBoard',
  'controlViaCompanyRulesOrArticles',
  'controlByLegalFramework',
]);
const OFFICES: ReadonlySet<string> = new Set(['seniorManagingOfficial', 'boardMember', 'boardChair']);

/** Version 0.2 writes `voting-rights`, later ones `votingRights`. */
function typeOf(interest: Json): string {
  const type = jsonText(interest['type']) ?? 'unknownInterest';
  return type.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kindsOf(type: string, isBeneficial: boolean): Held['kinds'] {
  if (type === 'shareholding' || type === 'votingRights') return ['owns', 'owned-by'];
  if (OFFICES.has(type)) return ['directs', 'directed-by'];
  if (CONTROL.has(type) || (type === 'otherInfluenceOrControl' && isBeneficial)) {
    return ['controls', 'controlled-by'];
  }
  return ['linked', 'linked'];
}

/** A share as relations write it: `50`, `25-50`, `>25-50` for more than 25. An excluded upper bound counts as included. */
function shareText(value: unknown): string | undefined {
  const share = membersOf(value);
  const number = (name: string) => (typeof share[name] === 'number' ? (share[name] as number) : undefined);
  const exact = number('exact');
  if (exact !== undefined) return String(exact);
  // Before 0.4 the exclusive bounds are flags beside the bounds.
  const isExcluded = share['exclusiveMinimum'] === true || number('exclusiveMinimum') !== undefined;
  const from = number('exclusiveMinimum') ?? number('minimum');
  const to = number('maximum') ?? number('exclusiveMaximum');
  if (from === undefined && to === undefined) return undefined;
  if (from === to) return String(from);
  return `${isExcluded ? '>' : ''}${from ?? 0}-${to ?? 100}`;
}

function heldOf(interest: Json, { isClosed, date }: BodsRelationship): Held {
  const type = typeOf(interest);
  const isBeneficial = interest['beneficialOwnershipOrControl'] === true;
  const share = shareText(interest['share']);
  const directness = jsonText(interest['directOrIndirect']) ?? jsonText(interest['interestLevel']);
  return {
    kinds: kindsOf(type, isBeneficial),
    role: type,
    ...(type === 'votingRights' ? { votes: share } : { share }),
    isIndirect: directness === 'indirect',
    isBeneficial,
    from: jsonText(interest['startDate']),
    // What a closed record says is over when it was closed, at the latest.
    to: jsonText(interest['endDate']) ?? (isClosed ? date.slice(0, 10) || '0001' : undefined),
  };
}

/** Shares and votes of one holding at one time are one relation. */
function withVotes(interests: readonly Held[]): readonly Held[] {
  const keyOf = ({ isIndirect, from, to }: Held) => JSON.stringify([isIndirect, from, to]);
  const votes = interests.filter(({ role }) => role === 'votingRights');
  const used = new Set<Held>();
  const joined = interests.map((one) => {
    if (one.role !== 'shareholding') return one;
    const voting = votes.find((each) => !used.has(each) && keyOf(each) === keyOf(one));
    if (voting === undefined) return one;
    used.add(voting);
    return { ...one, votes: voting.votes, isBeneficial: one.isBeneficial || voting.isBeneficial };
  });
  return joined.filter((one) => !used.has(one));
}

/** Relations of both ends of a relationship, as each of them states it. */
export function bodsRelations(stated: BodsRelationship): {
  readonly ofParty: readonly Relation[];
  readonly ofSubject: readonly Relation[];
} {
  const interests = stated.interests.length > 0 ? stated.interests : [{}];
  const held = withVotes(interests.map((interest) => heldOf(interest, stated)));
  const side = (end: 0 | 1, other: string) => held.flatMap((one) => relationTo(one, end, other) ?? []);
  return { ofParty: side(0, stated.subject), ofSubject: side(1, stated.party) };
}

function relationTo({ kinds, isIndirect, isBeneficial, ...facts }: Held, end: 0 | 1, other: string) {
  const made = relation(kinds[end], { ...facts, id: `bods:${other}` });
  if (made === undefined) return undefined;
  return {
    ...made,
    ...(isIndirect && { indirect: true as const }),
    ...(isBeneficial && { beneficial: true as const }),
  };
}
