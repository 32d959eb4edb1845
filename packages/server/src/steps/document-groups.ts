import {
  type ConfigItems,
  type DocumentChoice,
  type DocumentGroup,
  maxUploadBytes,
  uploadTypes,
} from '@gatehouse/contract';
import type { FormReference } from './form-reference.ts';
import type { StepContext } from './step-type.ts';

type Rule = ConfigItems['platform_document_default_rule'];
type DocumentItem = ConfigItems['platform_document_master'];
export type DocumentContext = StepContext<'documents'>;

/** What files can be. */
export const fileBounds = {
  maxBytes: maxUploadBytes,
  mediaTypes: Object.values(uploadTypes).map(({ mediaType }) => mediaType),
};

/** Which documents are asked for: those of the node's rule, else of the one that event and country ask for. */
export function groupsOf(context: DocumentContext): DocumentGroup[] {
  const rule = ruleOf(context);
  return (rule?.groups ?? []).map((group) => ({
    group: group.group,
    minCount: group.minCount * (group.perPerson ? Math.max(1, personsOf(context)) : 1),
    choices: group.anyOf.flatMap((type) => choiceOf(context.reference, type, group.allSides === true) ?? []),
    mustNotBeExpired: group.mustNotBeExpired === true,
    maxAgeDays: group.maxAgeDays ?? null,
  }));
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

/** Persons who own the company in the end, as far as they were told. */
function personsOf({ execution }: DocumentContext): number {
  const lists = Object.values(execution.outputs).map((output) => output['beneficialOwners']);
  return Math.max(0, ...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
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
