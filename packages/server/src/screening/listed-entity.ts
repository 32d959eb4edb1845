import { createHash } from 'node:crypto';
import type { EntryDetails, Hit, HitEntry, ListEntry } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { ListedParticulars } from './hit-verdicts.ts';

/** The entry behind a hit, whole, as it was in the version that was searched. */
export interface ListedEntity {
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  /** A `ListEntry` as JSON. */
  readonly text: string;
}

/** @param details what a hit leaves out of its entry, where the file has any */
export function listedEntity(hit: Hit, details: EntryDetails | undefined): ListedEntity {
  const text = JSON.stringify(withoutDisplayNames(hit.entry, details));
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

/** A hit's entry also has its title in two parts, for display. */
function withoutDisplayNames(entry: HitEntry, details: EntryDetails | undefined): ListEntry {
  const { firstName: _, lastName: __, ...facts } = entry;
  return details === undefined ? facts : { ...facts, details };
}

/** Stores entries that are not there yet. Always in the order of their hashes, so that two commits never wait for each other. */
export async function insertListedEntities(
  tx: Tx,
  scope: Scope,
  entities: readonly ListedEntity[],
): Promise<void> {
  const distinct = [...new Map(entities.map((entity) => [entity.hash, entity])).values()];
  const ordered = distinct.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  await tx.sql(
    `insert into listed_entity (tenant_id, domain, content_hash, entry)
     select $1, $2, decode(hash, 'hex'), entry::json
     from unnest($3::text[], $4::text[]) as stored(hash, entry) order by hash
     on conflict do nothing`,
    [scope.tenantId, scope.domain, ordered.map(({ hash }) => hash), ordered.map(({ text }) => text)],
  );
}

/** The entry behind an alert of an execution, and what is known of where it came from. */
export interface AlertEntity {
  readonly alertId: string;
  readonly entityId: string;
  readonly source: string;
  /** Null for alerts from before entries were kept. */
  readonly entry: ListEntry | null;
  /** Version of its list that was searched; null where the screening did not keep it. */
  readonly listVersion: string | null;
}

/** The entries of the alerts of an execution, or of one of them; none where there is no such alert. */
export function readAlertEntities(
  tx: Tx,
  scope: Scope,
  of: { readonly executionId: string; readonly alertId?: string },
): Promise<AlertEntity[]> {
  return tx.sql<AlertEntity & Record<string, unknown>>(
    `select a.alert_id as "alertId", a.entity_id as "entityId", a.source, l.entry, v.input -> 'lists' ->> a.source as "listVersion"
     from alert a
     left join listed_entity l on l.tenant_id = a.tenant_id and l.domain = a.domain and l.content_hash = a.entity_hash
     left join lateral gatehouse.node_runs(a.tenant_id, a.domain, a.execution_id) v on v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3${of.alertId === undefined ? '' : ' and a.alert_id = $4'}`,
    [scope.tenantId, scope.domain, of.executionId, ...(of.alertId === undefined ? [] : [of.alertId])],
  );
}

/** An entry of the lists that were searched, whole, and the alerts of an execution that point at it. */
export interface ExecutionEntity {
  /** SHA-256 of the entry as it is stored, hex. */
  readonly contentHash: string;
  readonly alertIds: readonly string[];
  readonly entry: ListEntry;
}

/** Of each alert of an execution what a row of a table shows of its entry; alerts from before entries were kept are missing. */
export async function readListedParticulars(
  tx: Tx,
  scope: Scope,
  executionId: string,
): Promise<ReadonlyMap<string, ListedParticulars>> {
  const rows = await tx.sql<{ alertId: string; particulars: ListedParticulars } & Record<string, unknown>>(
    `select a.alert_id as "alertId", p.particulars
     from alert a
     join listed_entity l on l.tenant_id = a.tenant_id and l.domain = a.domain and l.content_hash = a.entity_hash
     cross join lateral (
       select json_build_object('gender', e.gender, 'nationalities', e.nationalities, 'countries', e.countries,
         'identifiers', e.identifiers) as particulars
       from json_to_record(l.entry) as e(gender text, nationalities json, countries json, identifiers json)
     ) p
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3`,
    [scope.tenantId, scope.domain, executionId],
  );
  return new Map(rows.map(({ alertId, particulars }) => [alertId, particulars]));
}

/** The entries behind the alerts of an execution; those of alerts from before entries were kept are missing. */
export function readExecutionEntities(tx: Tx, scope: Scope, executionId: string): Promise<ExecutionEntity[]> {
  return tx.sql<ExecutionEntity & Record<string, unknown>>(
    `select encode(l.content_hash, 'hex') as "contentHash", a.alert_ids as "alertIds", l.entry
     from (
       select entity_hash, array_agg(alert_id::text order by alert_id) as alert_ids from alert
       where tenant_id = $1 and domain = $2 and execution_id = $3 and entity_hash is not null group by entity_hash
     ) a
     join listed_entity l on l.tenant_id = $1 and l.domain = $2 and l.content_hash = a.entity_hash
     order by l.content_hash`,
    [scope.tenantId, scope.domain, executionId],
  );
}
