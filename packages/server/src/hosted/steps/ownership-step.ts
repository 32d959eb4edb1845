import type { FieldFault, Owner, OwnershipThreshold } from '@gatehouse/contract';
import { checkOwners, customerId, resolveOwnership, structureOfOwners } from '@gatehouse/ownership';
import {
  ownershipOutput,
  type PartyFacts,
  readEarlierStructure,
  thresholdOf,
} from '../../ownership/index.ts';
import type { StepContext, StepType } from './step-type.ts';

type Context = StepContext<'ownership-structure'>;

/** The owners of a company through all layers. */
export const ownershipStep: StepType<'ownership-structure'> = {
  show: async (_tx, context) => ({
    type: 'ownership-structure',
    owners: ownersOf(context),
    ...boundsOf(context),
  }),
  validate: async (tx, context, { owners }) => {
    const { beneficialOwnerThreshold, maxDepth } = boundsOf(context);
    const cleaned = owners.map(cleanOwner);
    const today = context.now.toISOString().slice(0, 10);
    const faults = [
      ...(owners.length === 0 ? [{ field: 'owners', rule: 'minItems', params: { minItems: 1 } }] : []),
      ...cleaned.flatMap((owner, index) => factFaults(context, { owner, index, today })),
      ...checkOwners(cleaned, { maxDepth }),
    ];
    if (faults.length > 0) return { kind: 'faults', faults };
    const { structure, stated, findings } = structureOfOwners(cleaned);
    const parties = new Map([...stated].map(([id, owner]) => [id, factsOf(owner)]));
    const known = { structure, companyId: customerId, parties, findings };
    const { execution, link, now } = context;
    const earlier = await readEarlierStructure(tx, link.scope, {
      ...execution,
      keys: execution.domainKeys,
      now,
    });
    const output = ownershipOutput(known, { threshold: beneficialOwnerThreshold, earlier });
    return { kind: 'given', submission: { output, draft: { owners: cleaned } } };
  },
  review: (context) => {
    const { beneficialOwnerThreshold } = boundsOf(context);
    const { owners } = resolveOwnership(ownersOf(context), beneficialOwnerThreshold);
    return owners.map(({ name, percent, beneficialOwner, owner: { roles = [], control } }, item) => ({
      field: 'owner',
      label: 'Owner',
      ownLabel: false,
      value: [
        `${name}: ${percent}%`,
        ...(beneficialOwner ? ['beneficial owner'] : []),
        ...roles.map((role) => role.replaceAll('-', ' ')),
        ...(control == null ? [] : ['controls the company in other ways']),
      ].join(', '),
      item,
      owner: {
        name,
        percent,
        beneficialOwner,
        ...(roles.length > 0 && { roles }),
        ...(control != null && { controls: true }),
      },
    }));
  },
};

interface Bounds {
  readonly beneficialOwnerThreshold: OwnershipThreshold;
  readonly maxDepth: number;
}

function boundsOf({ node, reference }: Context): Bounds {
  const settings = reference.settings('ownership_structure_layer') as {
    readonly beneficialOwnerFromPercent: number;
    readonly maxDepthCollected: number;
  };
  return {
    beneficialOwnerThreshold: thresholdOf(node, settings.beneficialOwnerFromPercent),
    maxDepth: settings.maxDepthCollected,
  };
}

function ownersOf({ draft }: Context): readonly Owner[] {
  return (draft as { owners?: readonly Owner[] } | undefined)?.owners ?? [];
}

/** Without blanks around, empty facts null, and none that its kind does not have. */
function cleanOwner(owner: Owner): Owner {
  const text = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim());
  const isPerson = owner.kind === 'person';
  return {
    ...owner,
    name: owner.name.trim(),
    dateOfBirth: isPerson ? text(owner.dateOfBirth) : null,
    countryOfNationality: isPerson ? text(owner.countryOfNationality) : null,
    countryOfIncorporation: isPerson ? null : text(owner.countryOfIncorporation),
    registrationNumber: isPerson ? null : text(owner.registrationNumber),
  };
}

const factFields = ['dateOfBirth', 'countryOfNationality', 'countryOfIncorporation'] as const;

function factFaults(
  { reference }: Context,
  { owner, index, today }: { readonly owner: Owner; readonly index: number; readonly today: string },
): FieldFault[] {
  const countries = new Set(reference.items('platform_countries').map(({ code }) => code));
  return factFields.flatMap((name): FieldFault[] => {
    const value = owner[name];
    if (value === null) return [];
    const field = `owners[${index}].${name}`;
    if (name !== 'dateOfBirth') {
      return countries.has(value) ? [] : [{ field, rule: 'values', params: { value } }];
    }
    if (!isDate(value)) return [{ field, rule: 'type', params: { type: 'partialDate' } }];
    return value > today ? [{ field, rule: 'maxDate', params: { maxDate: today } }] : [];
  });
}

function isDate(text: string): boolean {
  if (/^\d{4}$/.test(text)) return true;
  const instant = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(instant.getTime()) &&
    instant.toISOString().startsWith(text)
  );
}

/** An owner's facts as a screening takes them. */
function factsOf(owner: Owner): PartyFacts {
  return {
    name: owner.name,
    dateOfBirth: owner.dateOfBirth,
    countryOfNationality: owner.countryOfNationality,
    countryOfIncorporation: owner.countryOfIncorporation,
    incorporationNumber: owner.registrationNumber,
  };
}
