import {
  type ConfigItems,
  type DocumentChoice,
  type DocumentGroup,
  type FieldFault,
  maxUploadBytes,
  uploadTypes,
} from '@gatehouse/contract';
import type { FormReference } from './form-reference.ts';
import { isDate } from './is-date.ts';
import { relatedPersons } from './related-persons.ts';
import type { StepContext } from './step-type.ts';

type Rule = ConfigItems['platform_document_default_rule'];
type DocumentItem = ConfigItems['platform_document_master'];
const dayMs = 86_400_000;

export type DocumentContext = StepContext<'documents'>;

/** What files can be. */
export const fileBounds = {
  maxBytes: maxUploadBytes,
  mediaTypes: Object.values(uploadTypes).map(({ mediaType }) => mediaType),
};

/** Which documents are asked for: those of the step, or the one that is asked for again. */
export function groupsOf(context: DocumentContext): DocumentGroup[] {
  const { request } = context;
  if (request === undefined) return groupsOfRule(context);
  const found = groupsOfRule(context).find(
    ({ group, person }) => group === request.group && (person?.name ?? null) === request.person,
  );
  const choice = choiceOf(context.reference, request.type, true);
  // The rule may have changed since: what is asked for is the document, whatever it says now.
  const group = found ?? {
    group: request.group,
    minCount: 1,
    choices: [],
    likely: null,
    person: null,
    mustNotBeExpired: false,
    maxAgeDays: null,
  };
  const fitting = group.choices.filter(({ type }) => type === request.type);
  const choices = fitting.length > 0 ? fitting : [choice].filter((one) => one !== undefined);
  const { type, country } = request;
  return [{ ...group, minCount: 1, choices, likely: country === null ? null : { type, country } }];
}

/** Those of the node's rule, else of the one that event and country ask for. */
function groupsOfRule(context: DocumentContext): DocumentGroup[] {
  const rule = ruleOf(context);
  return (rule?.groups ?? []).flatMap((group): DocumentGroup[] => {
    const requested = {
      group: group.group,
      minCount: group.minCount,
      choices: group.anyOf.flatMap(
        (type) => choiceOf(context.reference, type, group.allSides === true) ?? [],
      ),
      mustNotBeExpired: group.mustNotBeExpired === true,
      maxAgeDays: group.maxAgeDays ?? null,
    };
    const persons = group.perPerson ? relatedPersons(context.execution) : [];
    // Where nobody is known, somebody's are asked for anyway.
    if (persons.length === 0) return [{ ...requested, likely: likelyOf(context, group.anyOf), person: null }];
    return persons.map(({ personId, name }) => ({ ...requested, likely: null, person: { personId, name } }));
  });
}

/** The document whose number the person stated, where a group takes it. */
function likelyOf({ reference, execution }: DocumentContext, types: readonly string[]) {
  const stated = reference
    .items('platform_document_master')
    .find(({ code, type }) => code === execution.data['idType'] && types.includes(type));
  return stated === undefined ? null : { type: stated.type, country: stated.country };
}

/** Whether a document is one of a group's, of the group's person where it has one. */
export function isOfGroup(
  document: { readonly group: string; readonly personId?: string | null },
  { group, person }: Pick<DocumentGroup, 'group' | 'person'>,
): boolean {
  return document.group === group && (document.personId ?? null) === (person?.personId ?? null);
}

/** Why the date on a document does not do; a document too old is nobody's proof of how things are now. */
export function issueDateFault(
  { maxAgeDays }: Pick<DocumentGroup, 'maxAgeDays'>,
  issuedOn: string | null,
  now: Date,
): FieldFault | undefined {
  if (maxAgeDays === null) return undefined;
  const fault = (rule: string, params: FieldFault['params'] = {}) => ({ field: 'issuedOn', rule, params });
  if (issuedOn === null || issuedOn === '') return fault('required');
  if (!isDate(issuedOn)) return fault('type', { type: 'date' });
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const today = dayOf(now.getTime());
  // East of Greenwich the day has begun before.
  if (issuedOn > dayOf(now.getTime() + dayMs)) return fault('maxDate', { maxDate: today });
  const oldest = dayOf(now.getTime() - maxAgeDays * dayMs);
  return issuedOn < oldest ? fault('minDate', { minDate: oldest }) : undefined;
}

/** The item of a type for a country, else for any. */
export function documentItem(
  reference: FormReference,
  type: string,
  country: string | null,
): DocumentItem | undefined {
  const items = reference.items('platform_document_master').filter((item) => item.type === type);
  return items.find((item) => item.country === country) ?? items.find((item) => item.country === null);
}

function ruleOf({ node, reference, link, execution }: DocumentContext): Rule | undefined {
  const rules = reference.items('platform_document_default_rule');
  if (node.rule !== undefined) return rules.find(({ code }) => code === node.rule);
  const facts = link.eventType === 'KYC_EVENT' ? ['countryOfNationality'] : ['countryOfIncorporation'];
  const countries = [...facts, 'countryOfResidence'].map((field) => execution.data[field]);
  const country = countries.find((value) => typeof value === 'string');
  const fitting = rules.filter(
    (rule) =>
      rule.event === link.eventType &&
      (rule.country === '*' || rule.country === country) &&
      (!rule.enhanced || node.enhanced),
  );
  return fitting.toSorted((a, b) => b.priority - a.priority)[0];
}

function choiceOf(reference: FormReference, type: string, allSides: boolean): DocumentChoice | undefined {
  const items = reference.items('platform_document_master').filter((item) => item.type === type);
  const [first] = items;
  if (first === undefined) return undefined;
  const isIdentity = first.category === 'identity';
  const hasBack = allSides && items.some(({ sides }) => sides === 2);
  return {
    type,
    name: items.length === 1 ? first.name : wordsOf(type),
    sides: hasBack ? ['front', 'back'] : ['front'],
    readable: isIdentity,
    needsCountry: items.every(({ country }) => country !== null),
  };
}

/** `DRIVING_LICENCE` as people write it. */
function wordsOf(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
