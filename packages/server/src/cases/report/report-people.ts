import type { Role } from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import type { TenantScope } from '../../lib/scope.ts';
import type { RulingView } from '../../screening/index.ts';
import type { WholeCase } from '../case-read.ts';
import type { ReportLanguage } from './report-language.ts';

/** A person of the tenant, as the account is today: the record keeps addresses alone. */
export interface ReportPerson {
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
}

/** By their addresses, those of these who have an account. */
export async function readPeople(
  tx: Tx,
  scope: TenantScope,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ReportPerson>> {
  const rows = await tx.sql<ReportPerson & { readonly email: string } & Record<string, unknown>>(
    'select email, name, roles, groups from user_account where tenant_id = $1 and email = any($2)',
    [scope.tenantId, [...new Set(emails)]],
  );
  return new Map(rows.map(({ email, ...person }) => [email, person]));
}

/** The addresses of the people whom a report names. */
export function addressesIn(whole: WholeCase, rulings: readonly RulingView[]): string[] {
  const detailed = ['assignee', 'agreesWith', 'decidedBy'];
  const addresses = [
    whole.assignee,
    whole.proposal?.by,
    whole.pending?.by,
    ...whole.notes.map(({ author }) => author),
    ...whole.documents.map(({ by }) => by),
    ...whole.documentReviews.map(({ reviewedBy }) => reviewedBy),
    ...rulings.map(({ ruledBy }) => ruledBy),
    ...whole.timeline.flatMap((entry) =>
      entry.kind === 'act' ? [entry.actor.id, ...detailed.map((name) => entry.detail[name])] : [],
    ),
  ];
  return addresses.filter((address) => typeof address === 'string');
}

interface KnownPeople {
  readonly people: ReadonlyMap<string, ReportPerson>;
  readonly language: ReportLanguage;
}

/** A person by name, with the address that the record has. */
export function personText(email: string, { people, language }: KnownPeople): string {
  return language.person(email, people.get(email)?.name);
}

/** Who did something: a person by name, a part of the service by what it does. */
export function actorText(
  actor: { readonly kind: string; readonly id: string; readonly name?: string | null },
  known: KnownPeople,
): string {
  return actor.kind === 'user' ? personText(actor.id, known) : known.language.actorName(actor);
}

/** What an actor is. The record has no role of that time: the role is the one of today. */
export function kindText(
  { kind, id }: { readonly kind: string; readonly id: string },
  { people, language }: KnownPeople,
): string {
  if (kind !== 'user') return language.actor(kind);
  const person = people.get(id);
  if (person === undefined) return language.list([language.actor(kind), language.texts.people.noAccount]);
  const roles = language.list(person.roles.map((role) => language.texts.roles[role]));
  return language.noted(roles, language.list(person.groups));
}
