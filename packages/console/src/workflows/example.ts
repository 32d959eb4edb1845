import type { WorkflowVocabulary } from '@gatehouse/contract';
import { type Draft, isRecord, textAt } from './draft.ts';

/** Data that a submit of the drawn workflow could bring, for the person to change; of a hosted flow all that it may ask for. */

const personFacts: Readonly<Record<string, unknown>> = {
  email: 'person@example.com',
  name: 'Osama bin Laden',
  dateOfBirth: '1957-03-10',
  countryOfNationality: 'SA',
  countryOfResidence: 'SA',
};
const companyFacts: Readonly<Record<string, unknown>> = {
  email: 'office@example.com',
  name: 'Example Trading Ltd',
  countryOfIncorporation: 'GB',
  incorporationNumber: '12345678',
};

export function exampleOf(draft: Draft, vocabulary: WorkflowVocabulary): Record<string, unknown> {
  const event = vocabulary.eventTypes.find(({ eventType }) => eventType === draft.eventType);
  const required = (event?.data ?? []).filter(({ optional }) => !optional);
  const own = (Array.isArray(draft['entry']) ? draft['entry'] : []).filter(isRecord);
  const isCompany = draft.eventType === 'KYB_EVENT';
  const births = screenedBirths(draft);
  return {
    ...Object.fromEntries(required.map(({ name, type }) => [name, sampleOf(name, type)])),
    ...(isHosted(draft) && {
      customerType: isCompany ? 'corporate' : 'individual',
      ...requestedFields(draft),
      ...(isCompany ? companyFacts : personFacts),
    }),
    ...Object.fromEntries(
      own.map((field) => {
        const name = textAt(field, 'name', '');
        const isBirth = births.has(name) && textAt(field, 'type', 'text') === 'text';
        return [name, isBirth ? personFacts['dateOfBirth'] : sampleOf(name, textAt(field, 'type', 'text'))];
      }),
    ),
  };
}

/** Fields that the draft screens as a date of birth, whatever their name. */
function screenedBirths(draft: Draft): ReadonlySet<string> {
  const subjects = draft.nodes
    .flatMap(({ subject, subjects }) => [subject, subjects].flat())
    .filter(isRecord);
  return new Set(subjects.flatMap(({ dateOfBirth }) => /^data\.(\w+)$/.exec(String(dateOfBirth))?.[1] ?? []));
}

function isHosted(draft: Draft): boolean {
  return draft['source'] === 'SDK' && (draft.eventType === 'KYC_EVENT' || draft.eventType === 'KYB_EVENT');
}

/** Fields that the draft itself names; those of a form are the reference configuration's. */
function requestedFields(draft: Draft): Record<string, unknown> {
  const names = draft.nodes.flatMap(({ type, fields }) =>
    type === 'particulars' && Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : [],
  );
  return Object.fromEntries(names.map((name) => [name, sampleOf(name, 'text')]));
}

const samples: Readonly<Record<string, unknown>> = {
  customerId: 'example-1',
  customerType: 'individual',
  // Why monitoring starts an execution, as it says in the submit.
  monitoringReason: 'listChange',
};

/** One owner who is on the demo's lists, and one who is not. */
const exampleOwners = [
  {
    partyId: 'owner-1',
    customerType: 'individual',
    name: personFacts['name'],
    dateOfBirth: personFacts['dateOfBirth'],
    holdings: [{ percent: 60 }],
  },
  { partyId: 'owner-2', customerType: 'individual', name: 'Jane Example', holdings: [{ percent: 40 }] },
];

/** A value of the type that the name lets one expect. */
function sampleOf(name: string, type: string): unknown {
  if (Object.hasOwn(samples, name)) return samples[name];
  const byType: Readonly<Record<string, unknown>> = {
    number: 0,
    boolean: false,
    list: [],
    map: {},
    object: {},
    ownership: { parties: exampleOwners },
  };
  if (Object.hasOwn(byType, type)) return byType[type];
  if (/name$/i.test(name)) return 'Osama bin Laden';
  if (/date/i.test(name)) return '1957-03-10';
  return /country|nationality/i.test(name) ? 'SA' : 'example';
}
