import {
  defaultPeriods,
  isShorter,
  type RetentionKind,
  type RetentionPeriodView,
  type RetentionRule,
  retentionKinds,
} from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/** Where a period is said for all domains. */
export const allDomains = '';

/** What the deployment says where no tenant does. */
export interface RetentionDefaults {
  /** 0: kept without end. */
  readonly webhookLogDays: number;
}

export function defaultRule(kind: RetentionKind, { webhookLogDays }: RetentionDefaults): RetentionRule {
  const basis = kind === 'customers' ? 'RELATIONSHIP_END' : null;
  if (kind !== 'webhookContent') return { period: defaultPeriods[kind], basis };
  return { period: webhookLogDays === 0 ? null : `P${webhookLogDays}D`, basis };
}

interface PeriodRow extends RetentionRule {
  readonly domain: string;
  readonly kind: RetentionKind;
}

/** The period of each kind in a domain, with where it is said. */
export async function readPeriods(
  tx: Tx,
  scope: Scope,
  defaults: RetentionDefaults,
): Promise<RetentionPeriodView[]> {
  const rows = await tx.sql<PeriodRow & Record<string, unknown>>(
    `select domain, kind, period, basis from retention_period where tenant_id = $1 and domain in ('', $2)`,
    [scope.tenantId, scope.domain],
  );
  return retentionKinds.map((kind) => {
    const said = (domain: string): RetentionRule | null => {
      const row = rows.find((each) => each.domain === domain && each.kind === kind);
      return row === undefined ? null : { period: row.period, basis: row.basis };
    };
    const tenant = said(allDomains);
    const domain = scope.domain === allDomains ? null : said(scope.domain);
    const standard = defaultRule(kind, defaults);
    return {
      kind,
      rule: domain ?? tenant ?? standard,
      from: domain !== null ? 'domain' : tenant !== null ? 'tenant' : 'default',
      default: standard,
      tenant,
      domain,
    };
  });
}

/** Whether data goes earlier by a rule than by another one. */
export function keepsShorter(rule: RetentionRule, than: RetentionRule): boolean {
  return (
    isShorter(rule.period, than.period) ||
    (rule.period !== null && rule.basis === 'LAST_DECISION' && than.basis === 'RELATIONSHIP_END')
  );
}

/** The rule of the two by which less goes; null: nothing goes. */
export function milderRule(planned: RetentionRule, now: RetentionRule): RetentionRule {
  const period = isShorter(planned.period, now.period) ? now.period : planned.period;
  const basis = now.basis === 'RELATIONSHIP_END' ? now.basis : planned.basis;
  return { period, basis };
}
