import type { KeptCounts, RetentionKind, RetentionRule } from '@gatehouse/contract';

import { currentLocale, text } from '../messages/text.ts';
import { formatList, formatNumber } from '../ui/format.ts';

const locale = currentLocale();
const kinds = {
  messages: [text('retention.messages'), text('retention.messagesFrom'), text('retention.messagesWhy')],
  webhookContent: [
    text('retention.webhookContent'),
    text('retention.webhookContentFrom'),
    text('retention.webhookContentWhy'),
  ],
  uploads: [text('retention.uploads'), text('retention.uploadsFrom'), text('retention.uploadsWhy')],
  quickScans: [
    text('retention.quickScans'),
    text('retention.quickScansFrom'),
    text('retention.quickScansWhy'),
  ],
  executions: [
    text('retention.executions'),
    text('retention.executionsFrom'),
    text('retention.executionsWhy'),
  ],
  customers: [text('retention.customers'), text('retention.customersFrom'), text('retention.customersWhy')],
  monitoring: [
    text('retention.monitoring'),
    text('retention.monitoringFrom'),
    text('retention.monitoringWhy'),
  ],
  assurance: [text('retention.assurance'), text('retention.assuranceFrom'), text('retention.assuranceWhy')],
  usage: [text('retention.usage'), text('retention.usageFrom'), text('retention.usageWhy')],
  auditDetails: [
    text('retention.auditDetails'),
    text('retention.auditDetailsFrom'),
    text('retention.auditDetailsWhy'),
  ],
} as const satisfies Record<RetentionKind, readonly [name: string, from: string, why: string]>;

export function kindText(kind: RetentionKind): string {
  return kinds[kind][0];
}

/** The name of a kind, wherever its code may be met; undefined for other texts. */
export function retentionKindText(code: string): string | undefined {
  return (kinds as Readonly<Partial<Record<string, readonly string[]>>>)[code]?.[0];
}

export function reasonText(kind: RetentionKind): string {
  return kinds[kind][2];
}

/** What the period of a kind is counted from. */
export function fromText(kind: RetentionKind, { basis, period }: RetentionRule): string {
  if (kind === 'executions' && period === null) return text('retention.goesWithCustomer');
  return basis === 'LAST_DECISION' ? text('retention.customersFromDecision') : kinds[kind][1];
}

const units = { D: 'day', M: 'month', Y: 'year' } as const;

/** A period in words: `5 years`. */
export function ruleText(kind: RetentionKind, { period }: RetentionRule): string {
  if (period === null) {
    return kind === 'executions' ? text('retention.withCustomer') : text('retention.forever');
  }
  return periodText(period);
}

/** An ISO 8601 duration of one unit in words: `P5Y` is `5 years`. */
export function periodText(period: string): string {
  const unit = units[period.slice(-1) as keyof typeof units];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Number(period.slice(1, -1)),
  );
}

const reasons = {
  HOLD: (count: number) => text('retention.HOLD', { count }),
  OPEN_CASE: (count: number) => text('retention.OPEN_CASE', { count }),
  RUNNING: (count: number) => text('retention.RUNNING', { count }),
  ONGOING: (count: number) => text('retention.ONGOING', { count }),
  MONITORED: (count: number) => text('retention.MONITORED', { count }),
  FAILED: (count: number) => text('retention.FAILED', { count }),
} as const satisfies Record<keyof KeptCounts, (count: number) => string>;

/** What stays and why, as one text; empty where nothing does. */
export function keptText(kept: KeptCounts): string {
  const parts = Object.entries(kept) as [keyof KeptCounts, number][];
  return formatList(parts.filter(([, count]) => count > 0).map(([reason, count]) => reasons[reason](count)));
}

/** Where a period applies. */
export function appliesToText(appliesTo: 'domain' | 'tenant', domain: string): string {
  return appliesTo === 'tenant' ? text('retention.allDomains') : text('retention.onlyDomain', { domain });
}

/** A count of things of a kind: `Customers with all their data: 12`. */
export function countText(kind: RetentionKind, count: number): string {
  return text('retention.ofKind', { kind: kindText(kind), amount: formatNumber(count) });
}
