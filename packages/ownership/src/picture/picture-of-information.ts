import type { SubmittedInformation } from '@gatehouse/contract';
import type { PictureData, PictureHits, PictureParty, PictureRelation } from './picture-data.ts';

/** The picture of what a customer stated, as the pages and reports of reviewers have it. */

type StatedOwnership = NonNullable<SubmittedInformation['ownership']>;
type StatedParty = StatedOwnership['parties'][number];
type StatedRelation = StatedOwnership['relations'][number];

/** A hit, and whom it was found for: by name and share, as its screening knew them. */
export interface PartyHit {
  readonly subject: { readonly key: string; readonly name: string | null; readonly percent: number | null };
  readonly resolution: 'TRUE_MATCH' | 'FALSE_POSITIVE' | null;
  /** Suppressed by an earlier ruling. */
  readonly silenced: boolean;
}

/** Id of the party that a subject is; undefined where several fit, or none. */
export function partyOf(
  { customerId, parties }: Pick<StatedOwnership, 'customerId' | 'parties'>,
  { key, name, percent }: PartyHit['subject'],
): string | undefined {
  if (key === 'self') return customerId;
  const named = parties.filter((party) => party.name === name);
  const [party, another] = named.length === 1 ? named : named.filter((each) => each.percent === percent);
  return another === undefined ? party?.id : undefined;
}

export function pictureOfInformation(
  ownership: StatedOwnership,
  about: {
    readonly customer: {
      readonly name: string | null;
      readonly country?: string | undefined;
      readonly risk?: number | null | undefined;
    };
    readonly hits: readonly PartyHit[];
    /** The title of a list. */
    readonly sourceTitle: (source: string) => string;
  },
): PictureData {
  const { customer, hits, sourceTitle } = about;
  const { customerId } = ownership;
  const found = Map.groupBy(hits, ({ subject }) => partyOf(ownership, subject));
  const hitsOf = (id: string) => countHits(found.get(id) ?? []);
  return {
    customerId,
    parties: [
      {
        id: customerId,
        type: 'company',
        name: customer.name,
        country: customer.country,
        hits: hitsOf(customerId),
        risk: customer.risk ?? undefined,
      },
      ...ownership.parties.map((party) => pictureParty(party, hitsOf(party.id), sourceTitle)),
    ],
    relations: ownership.relations.flatMap(pictureRelation),
  };
}

const types = { individual: 'person', corporate: 'company', unknown: 'unknown' } as const;
const countryFields = ['countryOfNationality', 'countryOfIncorporation', 'countryOfResidence'];

function pictureParty(
  party: StatedParty,
  hits: PictureHits | undefined,
  sourceTitle: (source: string) => string,
): PictureParty {
  const { id, kind, name, isNamed, facts, source } = party;
  const country = countryFields.flatMap((field) => facts.find((fact) => fact.field === field) ?? [])[0];
  return {
    id,
    type: types[kind],
    name: isNamed ? name : null,
    country: country?.value,
    percent: bounds(party.percent, party.percentAtMost),
    votes: bounds(party.votingPercent, party.votingPercentAtMost),
    beneficialOwner: party.isBeneficialOwner
      ? 'certain'
      : party.isPossibleBeneficialOwner
        ? 'possible'
        : undefined,
    hits,
    source: source === 'stated' ? undefined : sourceTitle(source),
  };
}

function bounds(atLeast: number | null, atMost: number | null) {
  return atLeast === null ? undefined : { atLeast, atMost: atMost ?? atLeast };
}

function pictureRelation(relation: StatedRelation): readonly PictureRelation[] {
  const { from, to } = relation;
  switch (relation.kind) {
    case 'owns': {
      const shares = bounds(relation.percent, relation.percentAtMost) ?? null;
      const votes = bounds(relation.votingPercent, relation.votingPercentAtMost);
      return [{ kind: 'owns', from, to, shares, votes }];
    }
    case 'controls':
      return [{ kind: 'controls', from, to, means: relation.means ?? 'other' }];
    case 'directs':
      return [{ kind: 'directs', from, to, role: relation.role ?? 'director' }];
    case 'linked':
      return [{ kind: 'linked', from, to }];
  }
}

function countHits(hits: readonly PartyHit[]): PictureHits | undefined {
  if (hits.length === 0) return undefined;
  const trueMatches = hits.filter(({ resolution }) => resolution === 'TRUE_MATCH').length;
  const cleared = hits.filter(
    ({ resolution, silenced }) => resolution === 'FALSE_POSITIVE' || (silenced && resolution === null),
  ).length;
  return { trueMatches, cleared, open: hits.length - trueMatches - cleared };
}
