import type { ControlMeans, OfficerRole, SubmittedInformation } from '@gatehouse/contract';
import { unnamedParty } from '@gatehouse/matching';
import { z } from 'zod';
import type { AnswerLabels } from '../reference/index.ts';

/** The ownership of a customer as a node answered it, in words and with who holds what directly. */

type Fields = Readonly<Record<string, unknown>>;
type Ownership = NonNullable<SubmittedInformation['ownership']>;
type Relation = Ownership['relations'][number];

const statedParty = z.object({
  reference: z.string(),
  // Of a party that a list states: its entry. Without one the list says nothing more of it.
  partyId: z.string().optional(),
  name: z.string(),
  customerType: z.enum(['individual', 'corporate']),
  source: z.string().default('stated'),
  roles: z.array(z.string()).default([]),
  percent: z.number().nullable().default(null),
  percentAtMost: z.number().nullable().default(null),
  votingPercent: z.number().nullable().default(null),
  votingPercentAtMost: z.number().nullable().default(null),
  beneficialOwner: z.boolean().default(false),
  // Why it is one, or may be one.
  basis: z.string().nullable().default(null),
  path: z.array(z.string()).default([]),
});

const share = z.union([z.number(), z.object({ atLeast: z.number(), atMost: z.number() })]).nullable();
const structure = z.object({
  holdings: z.array(
    z.object({ holderId: z.string(), companyId: z.string(), shares: share, votes: share.optional() }),
  ),
  controls: z
    .array(z.object({ holderId: z.string(), companyId: z.string(), means: z.custom<ControlMeans>() }))
    .default([]),
  officers: z
    .array(z.object({ partyId: z.string(), companyId: z.string(), role: z.custom<OfficerRole>() }))
    .default([]),
  links: z.array(z.object({ partyId: z.string(), companyId: z.string() })).default([]),
});
type Structure = z.infer<typeof structure>;

const stated = z.object({
  parties: z.array(z.unknown()),
  unknownPercent: z.number().default(0),
  structure: z.object({ companyId: z.string(), structure, joined: structure.optional() }),
});

const partyFacts = [
  'dateOfBirth',
  'countryOfNationality',
  'countryOfResidence',
  'countryOfIncorporation',
  'incorporationNumber',
  'idType',
  'idNumber',
];

export function ownershipIn(
  step: { readonly finishedAt: number; readonly output: Fields } | undefined,
  labels: AnswerLabels,
): SubmittedInformation['ownership'] {
  const parsed = step && stated.safeParse(step.output).data;
  if (parsed === undefined || parsed.parties.length === 0) return null;
  const { companyId, structure: own, joined } = parsed.structure;
  return {
    parties: parsed.parties.flatMap((one) => partyIn(one, labels)),
    customerId: companyId,
    relations: relationsIn(joined ?? own),
    unknownPercent: parsed.unknownPercent,
    statedAt: step!.finishedAt,
  };
}

function partyIn(one: unknown, labels: AnswerLabels): Ownership['parties'] {
  const party = statedParty.safeParse(one).data;
  if (party === undefined) return [];
  const { reference, partyId, customerType, beneficialOwner, basis, ...shown } = party;
  const isOfList = shown.source !== 'stated';
  const unnamed = isOfList ? unnamedParty(shown.name) : undefined;
  return [
    {
      ...shown,
      id: reference,
      isNamed: unnamed === undefined,
      kind: unnamed ?? (isOfList && partyId === undefined ? 'unknown' : customerType),
      isBeneficialOwner: beneficialOwner,
      isPossibleBeneficialOwner: !beneficialOwner && basis !== null,
      facts: partyFacts.flatMap((field) => labels.answer(field, (one as Fields)[field]) ?? []),
    },
  ];
}

const nothing = {
  percent: null,
  percentAtMost: null,
  votingPercent: null,
  votingPercentAtMost: null,
  means: null,
  role: null,
};

function relationsIn({ holdings, controls, officers, links }: Structure): Relation[] {
  return [
    ...holdings.map(({ holderId, companyId, shares, votes }): Relation => {
      const [held, voting] = [boundsOf(shares), boundsOf(votes)];
      return {
        ...nothing,
        from: holderId,
        to: companyId,
        kind: 'owns',
        percent: held?.atLeast ?? null,
        percentAtMost: held?.atMost ?? null,
        votingPercent: voting?.atLeast ?? null,
        votingPercentAtMost: voting?.atMost ?? null,
      };
    }),
    ...controls.map(
      ({ holderId, companyId, means }): Relation => ({
        ...nothing,
        from: holderId,
        to: companyId,
        kind: 'controls',
        means,
      }),
    ),
    ...officers.map(
      ({ partyId, companyId, role }): Relation => ({
        ...nothing,
        from: partyId,
        to: companyId,
        kind: 'directs',
        role,
      }),
    ),
    ...links.map(
      ({ partyId, companyId }): Relation => ({ ...nothing, from: partyId, to: companyId, kind: 'linked' }),
    ),
  ];
}

/** Votes that are stated not to be known may be any; a share that is not known is none that is stated. */
function boundsOf(value: z.infer<typeof share> | undefined) {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'number' ? { atLeast: value, atMost: value } : value;
}
