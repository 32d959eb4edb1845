import { createHash } from 'node:crypto';
import type { RelatedPerson } from '@gatehouse/contract';
import type { FlowExecution } from './flow-queries.ts';

/** Roles of `KYB_RELATED_PARTY` that are people's; shares are held by companies, too. */
const peoplesRoles: ReadonlySet<unknown> = new Set(['DIRECTOR', 'BENEFICIAL_OWNER', 'AUTHORISED_SIGNATORY']);

/** A person of the company, with the stated facts. */
export interface KnownPerson extends RelatedPerson {
  readonly dateOfBirth: string | null;
  readonly nationality: string | null;
}

/**
 * The people of a company as they were stated so far: who owns it in the end, and the directors, beneficial owners and
 * signatories of its forms. Whoever is listed twice is one person.
 */
export function relatedPersons({ outputs }: Pick<FlowExecution, 'outputs'>): KnownPerson[] {
  const stated = Object.values(outputs).flatMap((output) => [
    ...recordsOf(output['beneficialOwners']),
    ...recordsOf(output['controllers']).filter(({ customerType }) => customerType === 'individual'),
    ...recordsOf(recordOf(output['forms'])['KYB_RELATED_PARTY']).filter(({ role }) => peoplesRoles.has(role)),
  ]);
  const persons = new Map<string, KnownPerson>();
  for (const each of stated) {
    const name = textOf(each['name']);
    if (name === null) continue;
    const dateOfBirth = textOf(each['dateOfBirth']);
    const named = persons.get(idOf(name));
    const isOther =
      isFullDate(dateOfBirth) && isFullDate(named?.dateOfBirth) && named?.dateOfBirth !== dateOfBirth;
    const personId = isOther ? idOf(`${name} ${dateOfBirth}`) : idOf(name);
    const known = persons.get(personId);
    persons.set(personId, {
      personId,
      name: known?.name ?? name,
      dateOfBirth: known?.dateOfBirth ?? dateOfBirth,
      nationality: known?.nationality ?? textOf(each['countryOfNationality']),
    });
  }
  return [...persons.values()];
}

function idOf(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 16);
}

function isFullDate(date: string | null | undefined): boolean {
  return date?.length === 10;
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
