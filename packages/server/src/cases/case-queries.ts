import type { CaseState, TrueMatchPolicy, WorkflowEventType } from '@gatehouse/contract';
import { screenedName } from '../customers/index.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** A case as a decision node opens it. */
export interface CaseOpening {
  readonly executionId: string;
  readonly customerId: string;
  readonly customerName: string | null;
  readonly eventType: WorkflowEventType;
  readonly status: CaseState;
  /** Whether it is opened already resolved (interface specification 3.1: an automatic decision). */
  readonly resolved: boolean;
  readonly groups: readonly string[];
  readonly fourEyes: boolean;
  /** What true matches take, where the node states it. */
  readonly policy: TrueMatchPolicy | null;
  readonly riskScore: number | null;
  readonly reasons: readonly string[];
  /** ISO 3166 alpha-2 of the customer. */
  readonly countries: readonly string[];
}

/** How long a case has by the rules of its tenant (`cases` of the tenant file); null where they say nothing. */
const dueIn = `make_interval(secs => 3600 * case
    when "riskScore" >= (t.case_rules #>> '{urgent,riskFrom}')::double precision
      then (t.case_rules #>> '{urgent,dueHours}')::double precision
    else (t.case_rules ->> 'dueHours')::double precision end)`;

/** The hits of an opened case that no earlier ruling suppressed. */
const countedHits = `alert a where a.tenant_id = $1 and a.domain = $2 and a.execution_id = "executionId" and not a.silenced`;

/**
 * Opens cases under the next numbers of their scope. Their hits and parties are written before, in the same transaction. Numbers are `C` and six digits, never used twice; after
 * 999,999 they widen rather than stop work (docs/interface.md 4).
 */
export async function openCases(tx: Tx, scope: Scope, openings: readonly CaseOpening[]): Promise<void> {
  await tx.sql(
    `with numbers as (
       insert into case_number as n (tenant_id, domain, last) values ($1, $2, $3)
       on conflict (tenant_id, domain) do update set last = n.last + $3
       returning last
     )
     insert into case_record (tenant_id, domain, case_no, execution_id, customer_id, customer_name, event_type,
       status, groups, four_eyes, policy, risk_score, reasons, countries, top_hit, hit_sources,
       resolved_at, due_at)
     select $1, $2, 'C' || case when number > 999999 then number::text else lpad(number::text, 6, '0') end,
       "executionId", "customerId",
       coalesce("customerName", ${screenedName({ tenantId: '$1', domain: '$2', customerId: 'numbered."customerId"' })}),
       "eventType", status,
       array(select jsonb_array_elements_text(groups)), "fourEyes", policy, "riskScore", reasons,
       array(select jsonb_array_elements_text(countries)),
       (select jsonb_build_object('name', a.hit ->> 'name', 'source', a.source, 'score', a.score) from ${countedHits}
         order by a.score desc, a.engine, a.entity_id limit 1),
       array(select distinct a.source from ${countedHits} order by 1),
       case when resolved then now() end,
       case when not resolved then now() + (select ${dueIn} from tenant t where t.tenant_id = $1) end
     from (
       select o.*, last - $3 + row_number() over () as number
       from numbers, jsonb_to_recordset($4::jsonb) as o("executionId" uuid, "customerId" text, "customerName" text,
         "eventType" text, status text, resolved boolean, groups jsonb, "fourEyes" boolean, policy jsonb,
         "riskScore" double precision, reasons jsonb, countries jsonb)
     ) numbered`,
    [scope.tenantId, scope.domain, openings.length, JSON.stringify(openings)],
  );
}
