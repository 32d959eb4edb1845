import type { CaseSummary } from '@gatehouse/contract';
import { Checkbox } from '@mantine/core';
import UserRound from 'lucide-react/icons/user-round';
import { Fragment, type MouseEvent } from 'react';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { formatAge, labelOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { countriesOf, proposalOf } from './case-columns.tsx';
import type { CaseColumn } from './case-filters.ts';
import { CaseLink } from './case-link.tsx';
import { reasonOf } from './case-reason.ts';
import { DueText } from './due-text.tsx';
import { RiskPopover } from './risk-popover.tsx';

export interface CaseCardsProps {
  readonly rows: readonly CaseSummary[];
  readonly shown: readonly CaseColumn[];
  /** Which of them the keys are at. */
  readonly current?: number;
  readonly open: (row: CaseSummary) => void;
  /** Where cases can be selected. */
  readonly selection?: {
    readonly isSelected: (caseNo: string) => boolean;
    readonly toggle: (caseNo: string) => void;
  };
}

/** Cases on a narrow screen: what a row of the table says, below each other, with nothing out of sight. */
export function CaseCards({ rows, shown, current, open, selection }: CaseCardsProps) {
  return rows.map((row, index) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it and the keys of the page open it too
    <li
      key={row.caseNo}
      className="gh-row gh-case-card"
      data-current={index === current || undefined}
      aria-current={index === current || undefined}
      onClick={() => open(row)}
    >
      <div className="gh-card-line">
        {selection !== undefined && (
          <Checkbox
            size="xs"
            aria-label={text('cases.select', { caseNo: row.caseNo })}
            checked={selection.isSelected(row.caseNo)}
            onClick={stop}
            onChange={() => selection.toggle(row.caseNo)}
          />
        )}
        <span className="gh-line-first gh-strong" dir="auto">
          {row.customerName ?? row.customerId}
        </span>
        {shown.includes('risk') && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a press inside of the popover is none on the card
          // biome-ignore lint/a11y/useKeyWithClickEvents: the popover has keys of its own
          <span className="gh-card-end" onClick={stop}>
            <span className="gh-dim" aria-hidden="true">
              {text('terms.risk')}{' '}
            </span>
            <RiskPopover caseSummary={row} />
          </span>
        )}
      </div>
      <div className="gh-card-line gh-card-state">
        {shown.includes('status') && <StatusBadge caseSummary={row} />}
        {shown.includes('assignee') && row.assignee !== null && (
          <span className="gh-line-first gh-dim" title={row.assignee}>
            <Icon of={UserRound} /> <bdi>{personName(row.assignee)}</bdi>
          </span>
        )}
        {shown.includes('due') && row.dueAt !== null && (
          <span className="gh-card-end">
            <DueText caseSummary={row} />
          </span>
        )}
      </div>
      {shown.includes('topHit') && <ReasonLines row={row} />}
      <div className="gh-card-facts">
        <CaseLink row={row} />
        {furtherFacts(row, shown).map((fact) => (
          <Fragment key={fact}>
            {' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </div>
    </li>
  ));
}

/** Why the case is here. */
function ReasonLines({ row }: { readonly row: CaseSummary }) {
  const { first, second } = reasonOf(row);
  return (
    <div className="gh-card-reason">
      <span dir="auto">{first}</span>
      {second !== '' && (
        <span dir="auto" className="gh-dim">
          {second}
        </span>
      )}
    </div>
  );
}

function furtherFacts(row: CaseSummary, shown: readonly CaseColumn[]): readonly string[] {
  const { customerName, customerId, eventType, group, openedAt } = row;
  const facts: Readonly<Partial<Record<CaseColumn, string | null | undefined>>> = {
    customer: customerName === null ? null : customerId,
    country: countriesOf(row),
    status: proposalOf(row),
    event: labelOf(eventType),
    group,
    opened: text('cases.openedAgo', { age: formatAge(openedAt) }),
  };
  return shown.flatMap((column) => facts[column] ?? []);
}

function stop(event: MouseEvent): void {
  event.stopPropagation();
}
