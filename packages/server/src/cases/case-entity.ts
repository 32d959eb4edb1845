import type { ConsoleData } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import { countryName } from '../lib/countries.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import {
  type AlertView,
  alertEntityView,
  type ListedParticulars,
  readAlertEntities,
  readAlerts,
  rulingReasons,
  type Screening,
} from '../screening/index.ts';

type CaseEntity = ConsoleData<'cases.entity'>;
type CaseHits = ConsoleData<'cases.hits'>['hits'];

interface Service {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly screening: Screening;
}

/** A hit of a case with its listed entity; undefined where the case or the hit is not there. */
export async function readCaseEntity(
  service: Service,
  scope: Scope,
  { caseNo, alertId }: { readonly caseNo: string; readonly alertId: string },
): Promise<CaseEntity | undefined> {
  if (!isId(alertId)) return undefined;
  const keys = await service.personalKeys.ofDomain(scope);
  const found = await service.database.transaction(scope, async (tx) => {
    const executionId = await executionOfCase(tx, scope, caseNo);
    if (executionId === undefined) return undefined;
    const [alert] = await readAlerts(tx, scope, { executionId, alertId, keys });
    const [entity] = await readAlertEntities(tx, scope, { executionId, alertId });
    return alert && entity && { entity, alert };
  });
  if (found === undefined) return undefined;
  const { entity, alert } = found;
  const [active] = service.screening.ready() ? await service.screening.activeEntries(scope, [entity]) : [];
  return { ...alertEntityView(entity, active), ...hitDetail(alert, entity.entry) };
}

/** All hits of a case with their listed entities; undefined where there is no such case. */
export async function readCaseHitDetails(
  service: Service,
  scope: Scope,
  caseNo: string,
): Promise<CaseHits | undefined> {
  const keys = await service.personalKeys.ofDomain(scope);
  const found = await service.database.transaction(scope, async (tx) => {
    const executionId = await executionOfCase(tx, scope, caseNo);
    if (executionId === undefined) return undefined;
    // In this order: each statement sees what was committed before it, and an alert that comes between them has no hit here.
    const alerts = await readAlerts(tx, scope, { executionId, keys });
    return { alerts, entities: await readAlertEntities(tx, scope, { executionId }) };
  });
  if (found === undefined) return undefined;
  const active = service.screening.ready()
    ? await service.screening.activeEntries(scope, found.entities)
    : [];
  const entities = new Map(
    found.entities.map((entity, at) => [entity.alertId, { entity, active: active[at] }]),
  );
  return found.alerts.flatMap((alert) => {
    const of = entities.get(alert.alertId);
    // Deleted between the two statements.
    if (of === undefined) return [];
    return {
      alertId: alert.alertId,
      ...alertEntityView(of.entity, of.active),
      ...hitDetail(alert, of.entity.entry),
    };
  });
}

async function executionOfCase(tx: Tx, scope: Scope, caseNo: string): Promise<string | undefined> {
  const [row] = await tx.sql<{ executionId: string }>(
    'select execution_id as "executionId" from case_record where tenant_id = $1 and domain = $2 and case_no = $3',
    [scope.tenantId, scope.domain, caseNo],
  );
  return row?.executionId;
}

function hitDetail(
  { hit, subject }: AlertView,
  entry: Pick<ListedParticulars, 'gender' | 'nationalities' | 'countries'> | null,
): Pick<CaseEntity, 'hit' | 'stated' | 'reasons'> {
  const stated = entry && {
    gender: entry.gender ?? null,
    countries: [...new Set([...entry.nationalities, ...entry.countries])].map((code) => ({
      code,
      name: countryName(code),
    })),
  };
  return { hit, stated, reasons: rulingReasons(hit, subject) };
}
