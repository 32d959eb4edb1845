import type { CaseSummary } from '@gatehouse/contract';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { formatDate, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { customerHitsId } from './customer-picture.tsx';
import {
  casesQuery,
  hitsQuery,
  monitoringQuery,
  resolutionOf,
  riskQuery,
  shownCases,
  shownHits,
} from './customer-queries.ts';
import { CaseLink, type CustomerKey } from './customer-section.tsx';

/** Where a customer is now, before all that is known of it: status, risk, open cases and hits, and monitoring. */
export function CustomerSummary({ customer }: { readonly customer: CustomerKey }) {
  const { permissions } = useSession();
  const readsCases = permissions.includes('cases.read');
  const readsExecutions = permissions.includes('executions.read');
  return (
    <dl className="gh-panel gh-summary" aria-label={text('customers.atPresent')}>
      {readsCases && <CaseFacts customer={customer} readsExecutions={readsExecutions} />}
      {readsExecutions && <Risk customer={customer} />}
      <OpenHits customer={customer} />
      <Monitoring customer={customer} />
    </dl>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The state of the case that counts, and how many are open. Without a case it is what the newest submission came to. */
function CaseFacts(props: { readonly customer: CustomerKey; readonly readsExecutions: boolean }) {
  const { customer, readsExecutions } = props;
  const open = useQuery(casesQuery(customer, { open: true })).data?.cases;
  const all = useQuery(casesQuery(customer)).data?.cases;
  // Whether a case is open is known first: an older open one counts before a newer one that is resolved.
  const newest = open && (open[0] ?? all?.[0]);
  return (
    <>
      <Item name={text('terms.status')}>
        {newest !== undefined && <CaseState caseSummary={newest} />}
        {open !== undefined && all?.length === 0 && (readsExecutions ? <Outcome customer={customer} /> : '—')}
      </Item>
      <Item name={text('customers.openCases')}>
        {open !== undefined && countText(open.length, shownCases)}
      </Item>
    </>
  );
}

function CaseState({ caseSummary }: { readonly caseSummary: CaseSummary }) {
  return (
    <>
      <StatusBadge caseSummary={caseSummary} />{' '}
      <CaseLink domain={caseSummary.domain} caseNo={caseSummary.caseNo} />
    </>
  );
}

function Outcome({ customer }: { readonly customer: CustomerKey }) {
  const decision = useQuery(riskQuery(customer)).data?.executions[0]?.decision;
  return decision == null ? '—' : decisionLabel(decision);
}

function Risk({ customer }: { readonly customer: CustomerKey }) {
  const executions = useQuery(riskQuery(customer)).data?.executions;
  const scored = executions?.find(({ riskScore }) => riskScore !== null);
  return (
    <Item name={text('terms.risk')}>
      {executions !== undefined && scored === undefined && '—'}
      {scored !== undefined && (
        <>
          <strong className="gh-number">{formatNumber(scored.riskScore ?? 0)}</strong>{' '}
          <span className="gh-dim">{formatDate(scored.createdAt)}</span>
        </>
      )}
    </Item>
  );
}

/** Hits that wait for a ruling; one that an earlier ruling suppresses does not. */
function OpenHits({ customer }: { readonly customer: CustomerKey }) {
  const hits = useQuery(hitsQuery(customer)).data?.hits;
  const open = hits?.filter((hit) => resolutionOf(hit) === null && !hit.silenced).length ?? 0;
  return (
    <Item name={text('customers.openHits')}>
      {hits !== undefined && (
        <a
          href={`#${customerHitsId}`}
          className={open > 0 ? 'gh-caution' : undefined}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(customerHitsId)?.focus();
          }}
        >
          {hits.length < shownHits ? formatNumber(open) : text('customers.atLeast', { count: open })}
        </a>
      )}
    </Item>
  );
}

function Monitoring({ customer }: { readonly customer: CustomerKey }) {
  const isMonitored = useQuery(monitoringQuery(customer)).data?.isMonitored;
  return (
    <Item name={text('customers.monitoring')}>
      {isMonitored !== undefined && (
        <Badge color={isMonitored ? 'ink' : 'gray'} leftSection={<Icon of={isMonitored ? Eye : EyeOff} />}>
          {text(isMonitored ? 'customers.partyMonitored' : 'customers.partyNotMonitored')}
        </Badge>
      )}
    </Item>
  );
}

/** A count of what an answer may have more of. */
function countText(count: number, most: number): string {
  return count < most ? formatNumber(count) : text('customers.atLeast', { count });
}
