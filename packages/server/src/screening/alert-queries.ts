import type { AlertSubject, ListEngine, ScreenedSubject, TrueMatchRule, WireHit } from '@gatehouse/contract';
import type { EntityJoin, Subject } from '@gatehouse/matching';
import type { Tx } from '../database/database.ts';
import type { SubjectParty } from '../interpreter/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { readTrueMatchRules } from '../lists/watchlist/index.ts';
import { readPairDecisions } from './entity-decisions.ts';
import { type EntityPairDecision, entityGroups, type SameEntry, sameEntries } from './entity-groups.ts';
import { insertListedEntities, type ListedEntity } from './listed-entity.ts';
import { subjectFacts } from './ruling-facts.ts';
import { type RulingView, rulingJson } from './ruling-queries.ts';
import { applyRulings, changedFields, type Reopened, type Ruling, type RulingFacts } from './rulings.ts';
import { type SubjectSource, withSubjects } from './sealed-subjects.ts';
import { alertSubject, alertSubjectKey } from './subject-key.ts';

/** A hit as a case shows it; silenced ones are kept too, so that the silence can be proved. */
export interface NewAlert {
  readonly executionId: string;
  /** The node run that raised it. */
  readonly sequence: number;
  readonly customerId: string;
  readonly engine: ListEngine;
  readonly entityId: string;
  readonly source: string;
  /** Which of the node's subjects it is about, and who of the customer that is. */
  readonly subjectIndex: number;
  readonly subjectKey: string;
  readonly party: Pick<SubjectParty, 'role' | 'percent'>;
  readonly score: number;
  readonly hit: WireHit;
  readonly entityFacts: RulingFacts;
  readonly entity: ListedEntity;
  /** Which other entries among the subject's hits are the same entity; null where none is. */
  readonly joins: readonly EntityJoin[] | null;
  readonly silenced: boolean;
  readonly reopened: Reopened | null;
}

export async function insertAlerts(tx: Tx, scope: Scope, alerts: readonly NewAlert[]): Promise<void> {
  await insertListedEntities(
    tx,
    scope,
    alerts.map(({ entity }) => entity),
  );
  const listed = alerts.filter(({ source }) => source === 'watchlist').map(({ entityId }) => entityId);
  const rules = await readTrueMatchRules(tx, scope, listed);
  const rows = alerts.map(({ entity, ...alert }) => ({
    alertId: newId(),
    entityHash: entity.hash,
    trueMatchRule: rules.get(alert.entityId) ?? null,
    ...alert,
  }));
  await tx.sql(
    `insert into alert (tenant_id, domain, alert_id, execution_id, visit_sequence, customer_id, engine, entity_id,
       source, subject_index, subject_key, party, score, hit, entity_facts, entity_hash, joins,
       silenced, reopened, true_match_rule)
     select $1, $2, a."alertId", a."executionId", a.sequence, a."customerId", a.engine, a."entityId",
       a.source, a."subjectIndex", a."subjectKey", a.party, a.score, a.hit, a."entityFacts", decode(a."entityHash", 'hex'),
       a.joins, a.silenced, a.reopened, a."trueMatchRule"
     from json_to_recordset($3::json) as a("alertId" uuid, "executionId" uuid, sequence integer, "customerId" text,
       engine text, "entityId" text, source text, "subjectIndex" integer, "subjectKey" text, party jsonb,
       score double precision, hit json, "entityFacts" jsonb, "entityHash" text, joins jsonb, silenced boolean, reopened jsonb,
       "trueMatchRule" text)`,
    [scope.tenantId, scope.domain, JSON.stringify(rows)],
  );
}

/** What the watchlist entries behind alerts said of a true match when they were screened, by alert. Absent where they said nothing. */
export async function readScreenedRules(
  tx: Tx,
  scope: Scope,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, TrueMatchRule>> {
  if (alertIds.length === 0) return new Map();
  const rows = await tx.sql<{ alertId: string; rule: TrueMatchRule }>(
    `select alert_id as "alertId", true_match_rule as rule from alert
     where tenant_id = $1 and domain = $2 and alert_id = any($3::uuid[]) and true_match_rule is not null`,
    [scope.tenantId, scope.domain, alertIds],
  );
  return new Map(rows.map(({ alertId, rule }) => [alertId, rule]));
}

/** A hit as people review it. */
export interface AlertView {
  readonly alertId: string;
  readonly engine: ListEngine;
  readonly entityId: string;
  readonly source: string;
  /** Whom of the customer it is about. */
  readonly subject: AlertSubject;
  readonly subjectIndex: number;
  /** The node run that raised it. */
  readonly sequence: number;
  readonly score: number;
  readonly hit: WireHit;
  /** Names the entity that this entry and others of the subject's hits are: the first of their ids in alphabetical order. */
  readonly entityKey: string;
  /** What says that other entries of the subject's hits are the same entity. */
  readonly sameAs: readonly SameEntry[];
  readonly silenced: boolean;
  readonly reopened: Reopened | null;
  /** The newest ruling on this subject and entity, whenever it was made. */
  readonly ruling: RulingView | null;
  /** What that ruling says of this hit; null where it says nothing of it. */
  readonly resolution: 'TRUE_MATCH' | 'FALSE_POSITIVE' | null;
}

interface AlertRow extends Omit<AlertView, 'subject' | 'resolution' | 'entityKey' | 'sameAs'> {
  readonly joins: readonly EntityJoin[] | null;
  readonly executionId: string;
  readonly subjectKey: string;
  readonly party: Pick<SubjectParty, 'role' | 'percent'> | null;
  readonly subject: Subject | null;
  readonly entityFacts: RulingFacts;
  readonly ruledOn: Pick<Ruling, 'entityFacts' | 'subjectFacts'> | null;
}

/** The newest ruling on the subject and entity of an `alert a`. */
const newestRuling = `left join lateral (
  select ${rulingJson} as ruling,
    jsonb_build_object('entityFacts', r.entity_facts, 'subjectFacts', r.subject_facts) as "ruledOn"
  from ruling r
  where r.tenant_id = a.tenant_id and r.domain = a.domain and r.customer_id = a.customer_id
    and r.entity_id = a.entity_id and r.subject_key = ${alertSubjectKey}
  order by r.revision desc limit 1
) r on true`;

/** The node run of an `alert a`, which has the subject as it was screened. The log of an execution that is sealed is not read: it has no subject. */
const nodeRunOfAlert = `left join execution e
    on e.tenant_id = a.tenant_id and e.domain = a.domain and e.execution_id = a.execution_id
  left join lateral gatehouse.node_runs(a.tenant_id, a.domain, case when e.sealed is null then a.execution_id end) v
    on v.sequence = a.visit_sequence`;

/**
 * The alerts of an execution, best first within each subject; silenced ones are among them.
 * @param of `alertId`: of one alone, which then names no other entry of its entity
 */
export async function readAlerts(
  tx: Tx,
  scope: Scope,
  of: SubjectSource & { readonly executionId: string; readonly alertId?: string },
): Promise<AlertView[]> {
  const stored = await tx.sql<AlertRow & Record<string, unknown>>(
    `select a.alert_id as "alertId", a.execution_id::text as "executionId", a.engine, a.entity_id as "entityId", a.source, ${alertSubjectKey} as "subjectKey",
       a.party, v.input -> 'subjects' -> a.subject_index as subject, a.subject_index as "subjectIndex",
       a.visit_sequence as sequence, a.score, a.hit, a.entity_facts as "entityFacts", a.joins, a.silenced,
       a.reopened, r.ruling, r."ruledOn"
     from alert a ${nodeRunOfAlert} ${newestRuling}
     where a.tenant_id = $1 and a.domain = $2 and a.execution_id = $3 and ($4::uuid is null or a.alert_id = $4)
     order by a.visit_sequence, a.subject_index, a.score desc, a.engine, a.entity_id`,
    [scope.tenantId, scope.domain, of.executionId, of.alertId ?? null],
  );
  const rows = await withSubjects(tx, scope, of, stored);
  const decisions = await readPairDecisions(tx, scope, [...new Set(rows.map(({ entityId }) => entityId))]);
  const entityOf = entitiesOfAlerts(rows, decisions);
  return rows.map((row) => {
    const { executionId: _, subjectKey, party, subject, entityFacts: __, ruledOn: ___, ...rest } = row;
    const { joins: ____, ...alert } = rest;
    return {
      ...alert,
      ...entityOf(row),
      subject: alertSubject({ key: subjectKey, party, subject }),
      resolution: resolutionOf(row),
    };
  });
}

/** Which hits are one entity, subject by subject: another party's hits are another's. */
function entitiesOfAlerts(rows: readonly AlertRow[], decisions: readonly EntityPairDecision[]) {
  const bySubject = Map.groupBy(rows, ({ sequence, subjectIndex }) => `${sequence}/${subjectIndex}`);
  const entities = new Map(
    [...bySubject].map(([subject, own]) => {
      const joins = own.flatMap((row) => row.joins ?? []);
      const entityIds = [...new Set(own.map(({ entityId }) => entityId))];
      return [subject, { joins, groups: entityGroups(entityIds, joins, decisions) }];
    }),
  );
  return ({ sequence, subjectIndex, entityId }: AlertRow) => {
    const { joins, groups } = entities.get(`${sequence}/${subjectIndex}`)!;
    const group = groups.get(entityId)!;
    return { entityKey: group.key, sameAs: sameEntries(entityId, group, { joins, decisions }) };
  };
}

/**
 * A false positive holds while both sides are what they were when it was ruled; a true match holds until taken back. Where nobody can read the
 * subject any more, its execution has ended, and nothing says that it was another.
 */
function resolutionOf({
  ruling,
  ruledOn,
  entityId,
  entityFacts,
  subject,
}: AlertRow): AlertView['resolution'] {
  if (ruling === null || ruledOn === null) return null;
  if (ruling.ruling === 'TRUE_MATCH') return 'TRUE_MATCH';
  if (ruling.ruling === 'UNDECIDED') return null;
  if (subject === null)
    return changedFields(ruledOn.entityFacts, entityFacts).length === 0 ? 'FALSE_POSITIVE' : null;
  const rulings = new Map([[entityId, { ...ruling, ...ruledOn }]]);
  const [effect] = applyRulings([{ entityId, facts: entityFacts }], rulings, subjectFacts(subject));
  return effect!.silenced ? 'FALSE_POSITIVE' : null;
}

/** The newest hit of a subject of a customer on an entity. */
export interface CustomerHit extends Pick<AlertView, 'engine' | 'entityId' | 'source' | 'score' | 'hit'> {
  readonly subject: ScreenedSubject;
  readonly silenced: boolean;
  readonly executionId: string;
  readonly caseNo: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ruling: RulingView | null;
}

type CustomerHitRow = Omit<CustomerHit, 'subject'> &
  Pick<AlertRow, 'subjectKey' | 'party' | 'subject' | 'sequence' | 'subjectIndex'>;

/** The newest hit of a customer, and of each of its parties, on each entity, newest first. */
export async function readCustomerHits(
  tx: Tx,
  scope: Scope,
  of: SubjectSource & { readonly customerId: string; readonly limit: number },
): Promise<CustomerHit[]> {
  const stored = await tx.sql<CustomerHitRow & Record<string, unknown>>(
    `select a.entity_id as "entityId", a.engine, a.source, a.score, a.hit, a.silenced,
       a.execution_id::text as "executionId", a.visit_sequence as sequence, a.subject_index as "subjectIndex", k.case_no as "caseNo",
       (extract(epoch from a.created_at) * 1000)::bigint as at, a.subject_key as "subjectKey", a.party, v.input -> 'subjects' -> a.subject_index as subject, r.ruling
     from (
       select distinct on (entity_id, ${alertSubjectKey}) a.tenant_id, a.domain, a.customer_id, a.entity_id, a.engine,
         a.source, a.score, a.hit, a.silenced, a.execution_id, a.visit_sequence, a.subject_index, a.created_at,
         ${alertSubjectKey} as subject_key, a.party
       from alert a where a.tenant_id = $1 and a.domain = $2 and a.customer_id = $3
       order by entity_id, ${alertSubjectKey}, created_at desc
     ) a ${nodeRunOfAlert} ${newestRuling}
     left join case_record k on k.tenant_id = a.tenant_id and k.domain = a.domain and k.execution_id = a.execution_id
     order by a.created_at desc, a.entity_id, a.subject_key limit $4`,
    [scope.tenantId, scope.domain, of.customerId, of.limit],
  );
  const rows = await withSubjects(tx, scope, of, stored);
  return rows.map(({ subjectKey, party, subject, ...row }) => {
    const { sequence: _, subjectIndex: __, ...hit } = row;
    const { facts: ___, ...screened } = alertSubject({ key: subjectKey, party, subject });
    return { ...hit, subject: screened };
  });
}

/** The newest alert of a customer or one of its parties on an entity, suppressed or not. */
export interface KnownAlert {
  readonly customerId: string;
  readonly subjectKey: string;
  readonly entityId: string;
  readonly entityFacts: Partial<RulingFacts>;
  readonly category: string;
  readonly subCategory: string;
  /** Versions of the lists that were searched, by source id. */
  readonly lists: Readonly<Record<string, string>>;
}

/** What is known of hits on these entities of these customers, each subject by itself. */
export function readKnownAlerts(
  tx: Tx,
  scope: Scope,
  of: {
    readonly customerIds: readonly string[];
    readonly subjectKeys: readonly string[];
    readonly entityIds: readonly string[];
  },
): Promise<KnownAlert[]> {
  return tx.sql<KnownAlert & Record<string, unknown>>(
    `select distinct on (a.customer_id, a.entity_id, a.subject_key) a.customer_id as "customerId",
       a.subject_key as "subjectKey", a.entity_id as "entityId",
       a.entity_facts as "entityFacts", a.hit ->> 'category' as category, a.hit ->> 'subCategory' as "subCategory",
       coalesce(v.input -> 'lists', '{}') as lists
     from alert a
     left join lateral gatehouse.node_runs(a.tenant_id, a.domain, a.execution_id) v on v.sequence = a.visit_sequence
     where a.tenant_id = $1 and a.domain = $2 and a.customer_id = any($3::text[]) and a.entity_id = any($4::text[])
       and a.subject_key = any($5::text[])
     order by a.customer_id, a.entity_id, a.subject_key, a.created_at desc`,
    [scope.tenantId, scope.domain, of.customerIds, [...new Set(of.entityIds)], [...new Set(of.subjectKeys)]],
  );
}
