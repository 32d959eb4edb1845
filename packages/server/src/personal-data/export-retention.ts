import type { ConsoleData, RetentionKind, RetentionPeriodView, RetentionRule } from '@gatehouse/contract';
import { escapeHtml } from '../lib/escape-html.ts';

/** How long data of a customer is kept. */
export interface KeptFor {
  readonly periods: readonly RetentionPeriodView[];
  /** Undefined where the customer has gone meanwhile. */
  readonly customer: ConsoleData<'retention.customer'> | undefined;
}

/** Kinds that have data of a customer, and what their periods are counted from. */
const kinds: readonly (readonly [RetentionKind, string, string])[] = [
  ['customers', 'All of it, unless a line below says less', 'End of the relationship, or last decision'],
  ['executions', 'Checks, cases, hits and files', 'Last decision'],
  ['messages', 'Messages', 'Sending'],
  ['webhookContent', 'Content of calls to other systems', 'End of the call'],
  ['monitoring', 'Reports of monitoring', 'End of the run'],
];

const units = { D: 'day', M: 'month', Y: 'year' } as const;

function ruleText(kind: RetentionKind, { period }: RetentionRule): string {
  if (period === null) return kind === 'executions' ? 'As long as the customer' : 'Without a set end';
  const unit = units[period.slice(-1) as keyof typeof units];
  const amount = Number(period.slice(1, -1));
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** The periods that the company has set, and what they mean for this customer now. */
export function retentionSection({ periods, customer }: KeptFor): string {
  const rows = kinds.flatMap(([kind, title, from]) => {
    const rule = periods.find((period) => period.kind === kind)?.rule;
    if (rule === undefined) return [];
    return [`<tr><td>${title}</td><td>${escapeHtml(ruleText(kind, rule))}</td><td>${from}</td></tr>`];
  });
  return `<h2>How long it is kept</h2>
<p>${customerText(customer)} Laws against money laundering may oblige the company to keep it until then. What is under a
legal hold, or belongs to a case that nobody has decided, is kept longer. Records of the audit log stay without their details.</p>
<table><tr><th>Data</th><th>Period</th><th>Counted from</th></tr>${rows.join('')}</table>`;
}

function customerText(customer: KeptFor['customer']): string {
  if (customer === undefined) return '';
  const { rule, isOngoing, countedFrom, until } = customer;
  if (rule.period === null) return 'No end is set for the data of this customer.';
  if (isOngoing || until === null) {
    return 'The relationship goes on: the period of the customer begins when it ends. Other data goes by the periods below.';
  }
  return `The period of this customer began on ${countedFrom} and ends on ${until}.`;
}
