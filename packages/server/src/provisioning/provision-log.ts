import type { SettingSection } from '@gatehouse/contract';
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

type AuditObject = AuditRecord['object'];

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
  created(object: AuditObject, subject: string): void {
    this.add(object, 'create', { subject, words: 'created' });
    this.record(object, 'create', {});
  }

  /** A thing some of whose fields, or whose secret, differ. */
  changed(object: AuditObject, subject: string, fields: readonly FieldChange[]): void {
    const said = fields.map(({ field, from, to }) => `${field} ${say(from)} → ${say(to)}`);
    this.add(object, 'change', { subject, words: said.join(', '), members: fields });
    const detail = Object.fromEntries(fields.map(({ field, from, to }) => [field, { from, to }]));
    this.record(object, 'change', detail);
  }

  /** Something that has no values to show, such as a secret that was replaced. */
  noted(object: AuditObject, action: string, said: { subject: string; words: string }): void {
    this.add(object, action, said);
    this.record(object, action, {});
  }

  /** A change without an audit record of its own. */
  add(
    { kind, id }: AuditObject,
    action: string,
    { members = [], ...said }: { subject: string; words: string; members?: readonly ChangedMember[] },
  ): void {
    this.changes.push({ tenantId: this.#tenantId, kind, id, action, members, ...said });
  }

  /** An audit record alone, where one sentence stands for many. */
  record(object: AuditObject, action: string, detail: Readonly<Record<string, unknown>>): void {
    this.#records.push({ actor: this.actor, act: `${object.kind}.${action}`, object, detail });
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
