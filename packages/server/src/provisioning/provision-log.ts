import type { SettingSection } from '@gatehouse/contract';
import type { AuditAction, AuditNoun, AuditVerb } from '@gatehouse/contract/audit-actions';
import { type Actor, type AuditRecord, recordAudits, tenantLevel } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { FieldChange } from '../lib/differing-fields.ts';
import type { FileWord } from '../tenants/index.ts';
import type { ChangedMember, ProvisionChange } from './provision-change.ts';
import type { TenantFileContent } from './tenant-file.ts';

/** Who acts in a provisioning run, for the audit log. */
export function actorOf({ promotion }: Pick<TenantFileContent, 'promotion'>): Actor {
  return { kind: 'system', id: promotion === undefined ? 'provision' : 'promote' };
}

/** What other server nodes keep in memory of a tenant, by the topic under which they hear that it changed. */
export type TenantTopic = 'directory' | 'reference' | 'watchlist';

interface ObjectOf<Noun extends string> {
  readonly kind: Noun;
  readonly id: string;
}

/** Kinds of objects to which something can be done. */
type NounWith<Verb> = { [Noun in AuditNoun]: Verb extends AuditVerb<Noun> ? Noun : never }[AuditNoun];

/** Collects what provisioning one tenant has changed: as changes for the operator, as records for the audit log. */
export class ProvisionLog {
  readonly changes: ProvisionChange[] = [];
  readonly topics = new Set<TenantTopic>();
  /** What the file says of settings that people change too. */
  readonly settings = new Map<SettingSection, FileWord>();
  readonly actor: Actor;
  readonly #tenantId: string;
  readonly #records: AuditRecord[] = [];

  constructor(tenantId: string, actor: Actor) {
    this.#tenantId = tenantId;
    this.actor = actor;
  }

  /** A thing that is new. */
  created(object: ObjectOf<NounWith<'create'>>, subject: string): void {
    this.add(object, 'create', { subject, words: 'created' });
    this.#put(`${object.kind}.create`, object, {});
  }

  /** A thing some of whose fields, or whose secret, differ. */
  changed(object: ObjectOf<NounWith<'change'>>, subject: string, fields: readonly FieldChange[]): void {
    const said = fields.map(({ field, from, to }) => `${field} ${say(from)} → ${say(to)}`);
    this.add(object, 'change', { subject, words: said.join(', '), members: fields });
    const detail = Object.fromEntries(fields.map(({ field, from, to }) => [field, { from, to }]));
    this.#put(`${object.kind}.change`, object, detail);
  }

  /** Something that has no values to show, such as a secret that was replaced. */
  noted<Noun extends AuditNoun>(
    object: ObjectOf<Noun>,
    action: AuditVerb<Noun>,
    said: { subject: string; words: string },
  ): void {
    this.add(object, action, said);
    this.record(object, action, {});
  }

  /** A change without an audit record of its own. */
  add(
    { kind, id }: AuditRecord['object'],
    action: string,
    { members = [], ...said }: { subject: string; words: string; members?: readonly ChangedMember[] },
  ): void {
    this.changes.push({ tenantId: this.#tenantId, kind, id, action, members, ...said });
  }

  /** An audit record alone, where one sentence stands for many. */
  record<Noun extends AuditNoun>(
    object: ObjectOf<Noun>,
    action: AuditVerb<Noun>,
    detail: Readonly<Record<string, unknown>>,
  ): void {
    // The compiler does not see that noun and verb are of one row of the table.
    this.#put(`${object.kind}.${action}` as AuditAction, object, detail);
  }

  #put(act: AuditAction, object: AuditRecord['object'], detail: Readonly<Record<string, unknown>>): void {
    this.#records.push({ actor: this.actor, act, object, detail });
  }

  async writeAudit(tx: Tx): Promise<void> {
    await recordAudits(tx, { tenantId: this.#tenantId, domain: tenantLevel }, this.#records);
  }
}

function say(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
