import type { GrantUnit } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import { readSettingOrigins } from '../tenants/index.ts';
import type { ConsoleEdit, ProvisionChange } from './provision-change.ts';

/**
 * Adds to each change who edited the object in the console since a tenant file changed it. Within the transaction of
 * the provisioning, before it notes the settings of the file.
 */
export async function addConsoleEdits(
  tx: Tx,
  tenantId: string,
  changes: readonly ProvisionChange[],
): Promise<ProvisionChange[]> {
  if (changes.length === 0) return [];
  const recorded = await readRecordedEdits(tx, tenantId, changes);
  const originOf = await readSettingOrigins(tx, tenantId);
  return changes.map((change, index) => {
    const edits = settingSections(change).flatMap((section) => {
      const { changedBy, changedAt } = originOf(section as never);
      return changedBy === null || changedAt === null ? [] : [{ actor: changedBy, at: changedAt }];
    });
    const [consoleEdit] = [...edits, ...(recorded.get(index) ?? [])].toSorted((a, b) => b.at - a.at);
    return consoleEdit === undefined ? change : { ...change, consoleEdit };
  });
}

/** Members of a tenant that people edit as sections of its settings, which keep who changed them. */
const sections: Readonly<Record<string, string>> = {
  branding: 'branding',
  hosted: 'hosted',
  cases: 'cases',
  monitoringDefault: 'monitoring',
  webhookHosts: 'webhookHosts',
};

function settingSections({ kind, members }: ProvisionChange): string[] {
  if (kind === 'reference') return members.map(({ field }) => field);
  if (kind !== 'tenant') return [];
  return members.flatMap(({ field }) => sections[field] ?? []);
}

/** Where the audit log tells edits of an object, by people and by tenant files alike. */
interface EditRecords {
  readonly domain: string;
  readonly kind: string;
  readonly id: string;
  readonly acts: readonly string[];
  /** Records of one object share it; the newest of them counts. Absent: one object. */
  readonly object?: string;
  /** What the record's detail has to hold. */
  readonly member?: string;
  readonly unit?: string;
}

const editsOf: Readonly<Record<string, readonly string[]>> = {
  api_key: ['api_key.create', 'api_key.change', 'api_key.rotate', 'api_key.replace_secret'],
  user: ['user.create', 'user.change', 'user.invite'],
  webhook: [
    'webhook.create',
    'webhook.change',
    'webhook.remove',
    'webhook.promote_secret',
    'webhook.replace_secret',
  ],
  workflow: ['workflow.save', 'workflow.publish'],
};
const quickScanUnit: GrantUnit = 'QUICK_SCAN';
const entryActs = ['watchlist_entry.create', 'watchlist_entry.change', 'watchlist_entry.remove'];

function recordsOf({ kind, id, domain = '', members, tenantId }: ProvisionChange): EditRecords[] {
  if (kind === 'quota') {
    return [
      { domain, kind, id, acts: ['quota.change'] },
      { domain, kind: 'tenant', id: tenantId, acts: ['tenant.grant'], unit: id },
    ];
  }
  if (kind === 'tenant') {
    return members
      .filter(({ field }) => !Object.hasOwn(sections, field))
      .flatMap(({ field: member }) => {
        const changed = { domain, kind, id, acts: ['tenant.change'], object: member, member };
        if (member !== 'quickScanCredits') return [changed];
        return [changed, { domain, kind, id, acts: ['tenant.grant'], object: member, unit: quickScanUnit }];
      });
  }
  if (kind === 'watchlist') return members.flatMap(({ field }) => entryRecords(field));
  return Object.hasOwn(editsOf, kind) ? [{ domain, kind, id, acts: editsOf[kind]! }] : [];
}

/** A file's records of entries are the tenant's, those of the console belong to the domain. */
function entryRecords(placedId: string): EditRecords[] {
  const kind = 'watchlist_entry';
  const [, domain, id] = /^([^:]+):(.+)$/s.exec(placedId) ?? [];
  const filed = { domain: '', kind, id: placedId, acts: entryActs, object: placedId };
  if (domain === undefined || id === undefined) return [filed];
  return [filed, { domain, kind, id, acts: entryActs, object: placedId }];
}

/** The newest edit of each object by a person; none where a tenant file came after it. By place in the list. */
async function readRecordedEdits(
  tx: Tx,
  tenantId: string,
  changes: readonly ProvisionChange[],
): Promise<Map<number, ConsoleEdit[]>> {
  const wanted = changes.flatMap((change, index) =>
    recordsOf(change).map((records) => ({ index, object: '', ...records })),
  );
  if (wanted.length === 0) return new Map();
  const rows = await tx.sql<{ index: number; actor: string; at: Date }>(
    `select index, actor, at from (
       select distinct on (w.index, w.object) w.index, a.actor, a.actor_kind, a.at
       from jsonb_to_recordset($2::jsonb) as w(
         index integer, object text, domain text, kind text, id text, acts jsonb, member text, unit text)
       join audit_event a on a.tenant_id = $1 and a.domain = w.domain and a.object_kind = w.kind and a.object_id = w.id
       where w.acts ? a.act and a.transaction <> pg_current_xact_id()
         and (w.member is null or a.detail ? w.member) and (w.unit is null or a.detail ->> 'unit' = w.unit)
       order by w.index, w.object, a.at desc, a.event_id desc
     ) newest
     where actor_kind in ('user', 'operator')`,
    [tenantId, JSON.stringify(wanted)],
  );
  const found = new Map<number, ConsoleEdit[]>();
  for (const { index, actor, at } of rows) {
    found.set(index, [...(found.get(index) ?? []), { actor, at: at.getTime() }]);
  }
  return found;
}
