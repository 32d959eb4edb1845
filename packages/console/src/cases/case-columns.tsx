import type { CaseSummary } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Sentence } from '../messages/sentence.tsx';
import { rawText, text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { Flagged } from '../ui/country-flag.tsx';
import { countryName } from '../ui/country-text.ts';
import { formatAge, formatList, formatZonedInstant, labelOf } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type CaseColumn, columns } from './case-filters.ts';
import { reasonOf } from './case-reason.ts';
import { DueText } from './due-text.tsx';
import { RiskPopover } from './risk-popover.tsx';

interface ColumnLook {
  readonly className?: string;
  readonly title?: (row: CaseSummary) => string | undefined;
  readonly show: (row: CaseSummary, shown: readonly CaseColumn[]) => ReactNode;
}

const looks: Readonly<Record<CaseColumn, ColumnLook>> = {
  customer: { show: (row, shown) => <Customer row={row} shown={shown} /> },
  country: { title: countriesOf, show: (row) => <Countries row={row} /> },
  topHit: { show: (row) => <Reason row={row} /> },
  risk: { className: 'gh-number', show: (row) => <RiskPopover caseSummary={row} /> },
  status: { show: (row, shown) => <Status row={row} shown={shown} /> },
  event: { title: ({ eventType }) => labelOf(eventType), show: ({ eventType }) => labelOf(eventType) },
  group: {
    title: ({ group }) => group ?? undefined,
    show: ({ group }) => (group === null ? '—' : <Cut words={group} />),
  },
  assignee: {
    title: ({ assignee }) => assignee ?? undefined,
    show: (row, shown) => <Assignee row={row} shown={shown} />,
  },
  opened: {
    title: ({ openedAt }) => formatZonedInstant(openedAt),
    show: ({ openedAt }) => formatAge(openedAt),
  },
  due: { className: 'gh-due', show: (row) => <DueText caseSummary={row} /> },
};

/** A name in its own direction, so that it is cut at its end. */
function Cut({ words }: { readonly words: string }) {
  return (
    <span className="gh-line-first" dir="auto">
      {words}
    </span>
  );
}

/** Part of the status where there is little room. */
const folded: ReadonlySet<CaseColumn> = new Set(['event', 'group', 'assignee', 'opened']);

function roomClass(column: CaseColumn, shown: readonly CaseColumn[]): string {
  if (column === 'country' && shown.includes('customer')) return 'gh-spare-country';
  return folded.has(column) && shown.includes('status') ? 'gh-spare' : '';
}

export function CaseHeads(props: { readonly shown: readonly CaseColumn[] }) {
  return columns
    .filter(({ value }) => props.shown.includes(value))
    .map(({ value, label }) => (
      <Table.Th
        key={value}
        className={`gh-case-${value} ${roomClass(value, props.shown)}`}
        // A word of another language may be longer than its column.
        title={label}
      >
        {label}
      </Table.Th>
    ));
}

export function CaseCells(props: { readonly row: CaseSummary; readonly shown: readonly CaseColumn[] }) {
  const { row, shown } = props;
  return shown.map((column) => {
    const { className = '', title, show } = looks[column];
    return (
      <Table.Td
        key={column}
        className={`${className} ${roomClass(column, shown)}`}
        title={title?.(row)}
        // A press inside of a popover is none on the row.
        {...(column === 'risk' ? { onClick: (event: React.MouseEvent) => event.stopPropagation() } : {})}
      >
        {show(row, shown)}
      </Table.Td>
    );
  });
}

interface RowProps {
  readonly row: CaseSummary;
}

/** The names of a customer's countries; undefined where none is known. */
export function countriesOf({ countries }: CaseSummary): string | undefined {
  return countries.length === 0 ? undefined : formatList(countries.map((code) => countryName(code) ?? code));
}

/** With the countries, where they have no column. */
function Customer({ row, shown }: RowProps & { readonly shown: readonly CaseColumn[] }) {
  const { customerName, customerId } = row;
  const countries = shown.includes('country') ? countriesOf(row) : undefined;
  return (
    <>
      <span className="gh-line-first gh-strong" dir="auto" title={customerName ?? ''}>
        {customerName ?? '—'}
      </span>
      <span
        className="gh-line-second"
        dir="auto"
        title={[customerId, countries].filter((each) => each !== undefined).join(' · ')}
      >
        {customerId}
        {countries !== undefined && <span className="gh-folded-country"> · {countries}</span>}
      </span>
    </>
  );
}

function Countries({ row: { countries } }: RowProps) {
  if (countries.length === 0) return '—';
  return countries.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && rawText('format.listSeparator')}
      <Flagged code={code}>{code}</Flagged>
    </Fragment>
  ));
}

/** Whose case it is, with the group where that has no column. */
function Assignee({ row, shown }: RowProps & { readonly shown: readonly CaseColumn[] }) {
  const { assignee, group } = row;
  return (
    <>
      <Cut words={assignee === null ? '—' : personName(assignee)} />
      {group !== null && !shown.includes('group') && (
        <span className="gh-line-second" dir="auto" title={group}>
          {group}
        </span>
      )}
    </>
  );
}

/** Why the case is here: the best hit with its list and score, and what else the workflow gave as reasons. */
function Reason({ row }: RowProps) {
  const { first, second } = reasonOf(row);
  return (
    <>
      <span className="gh-line-first gh-case-reason" dir="auto" title={first}>
        {first}
      </span>
      <span className="gh-line-second gh-case-reason" dir="auto" title={second}>
        {second}
      </span>
    </>
  );
}

/** What somebody proposed, where it is not decided yet. */
export function proposalOf({ proposal, resolvedAt }: CaseSummary): string | undefined {
  return proposal === null || resolvedAt !== null
    ? undefined
    : text(`cases.proposed-${proposal.decision}`, { by: personName(proposal.by) });
}

/** The words of a proposal, where a long address is cut before what is proposed. */
function Proposal({ row: { proposal } }: RowProps) {
  if (proposal === null) return null;
  const by = <span className="gh-status-part">{personName(proposal.by)}</span>;
  return <Sentence name={`cases.proposed-${proposal.decision}`} parts={{ by }} />;
}

/** With the columns that are part of it where there is little room: the group beside the badge, where it fits there, the others below. */
function Status({ row, shown }: RowProps & { readonly shown: readonly CaseColumn[] }) {
  const { eventType, group, assignee, openedAt } = row;
  const texts: Readonly<Partial<Record<CaseColumn, string | null | undefined>>> = {
    event: labelOf(eventType),
    // The title has the whole address.
    assignee: assignee === null ? null : personName(assignee),
    opened: text('cases.openedAgo', { age: formatAge(openedAt) }),
  };
  const isGrouped = group !== null && (shown.includes('group') || shown.includes('assignee'));
  const others = shown.flatMap((column) => {
    const words = texts[column] || [];
    const isBeforeGroup = column === (shown.includes('assignee') ? 'assignee' : 'group');
    return isGrouped && isBeforeGroup ? [words, group].flat() : words;
  });
  const proposal = proposalOf(row);
  const title = [proposal, ...others, assignee].filter(Boolean).join(' · ');
  return (
    <>
      <span className="gh-status-line">
        <StatusBadge caseSummary={row} />
        {isGrouped && (
          <span className="gh-status-part gh-folded gh-group-beside gh-dim" dir="auto" title={group}>
            {group}
          </span>
        )}
      </span>
      {(proposal !== undefined || others.length > 0) && (
        <span
          className={`gh-line-second gh-status-line ${proposal === undefined ? 'gh-folded' : ''}`}
          title={title}
        >
          {proposal !== undefined && <Proposal row={row} />}
          <Others words={others} group={isGrouped ? group : undefined} isFirst={proposal === undefined} />
        </span>
      )}
    </>
  );
}

/** Further words of a status, with dots between those that are in sight: the group may be beside the badge instead. */
function Others(props: {
  readonly words: readonly string[];
  readonly group: string | undefined;
  /** Nothing is before them on the line. */
  readonly isFirst: boolean;
}) {
  const { words, group, isFirst } = props;
  const beginsWithGroup = isFirst && group !== undefined && words[0] === group;
  return words.map((one, index) => (
    <span key={one} className={`gh-status-part gh-folded ${one === group ? 'gh-group-below' : ''}`}>
      {(index > 0 || !isFirst) && !(beginsWithGroup && index === 1) && ' · '}
      {one}
      {beginsWithGroup && index === 0 && words.length > 1 && ' · '}
    </span>
  ));
}
