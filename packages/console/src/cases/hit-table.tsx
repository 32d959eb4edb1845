import type { ComparedFact, FactVerdict } from '@gatehouse/contract';
import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useMemo, useRef } from 'react';
import { comparedFacts, type HitGroup, sectionOf } from '../hits/entity-groups.ts';
import { entryId, listMark, listTitle } from '../hits/list-titles.ts';
import { genderText } from '../hits/reason-text.ts';
import { hitSubjectLabel } from '../hits/subject-label.ts';
import { text } from '../messages/text.ts';
import { listedText } from '../ui/country-text.ts';
import { rowHeights, useDensity } from '../ui/density.ts';
import { listText, percent } from '../ui/format.ts';
import type { HitSort, SortColumn } from './hit-filters.ts';
import { useScrollToHit } from './scroll-to-hit.ts';

/** Most rows that are all drawn, so that the browser finds words in them. */
const maxDrawnRows = 200;

export interface HitTableProps {
  /** Subject by subject. */
  readonly shown: readonly HitGroup[];
  /** Columns of facts: those that some hit of the case states. */
  readonly facts: readonly ComparedFact[];
  /** Facts that few hits state: where the table is narrow, they leave it to the name. Words with blanks between. */
  readonly rare: string;
  /** Index of the selected hit among the shown ones. */
  readonly current: number;
  /** The hit that somebody chose; undefined before. */
  readonly chosenId: string | undefined;
  readonly marked: ReadonlySet<string>;
  readonly sort: HitSort;
  readonly mayRule: boolean;
  readonly select: (alertId: string) => void;
  readonly mark: (alertId: string) => void;
  readonly markAll: () => void;
  readonly sortBy: (column: SortColumn) => void;
}

type Row =
  | { readonly kind: 'subject'; readonly key: string; readonly groups: readonly HitGroup[] }
  | { readonly kind: 'hit'; readonly key: string; readonly group: HitGroup; readonly index: number };

/** The hits of a case, a row for each entity, under a head for each subject. */
export const HitTable = memo(function HitTable(props: HitTableProps) {
  const { shown, current, facts } = props;
  const box = useRef<HTMLElement>(null);
  const rows = useMemo(() => rowsOf(shown), [shown]);
  const repeated = useMemo(() => repeatedNames(shown), [shown]);
  const width = facts.length + otherColumns;
  const rowHeight = rowHeights[useDensity()];
  const isVirtual = rows.length > maxDrawnRows;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
    // The head of the table lies over the first row.
    scrollPaddingStart: 2 * rowHeight,
    scrollPaddingEnd: rowHeight,
  });
  const place = rows.findIndex((row) => row.kind === 'hit' && row.index === current);
  const scrollToIndex = useCallback(
    (index: number) => virtual.scrollToIndex(index, { align: 'auto' }),
    [virtual],
  );
  const { chosenId } = props;
  useScrollToHit({ box, place, chosenId, scrollToIndex: isVirtual ? scrollToIndex : undefined });
  const drawn = isVirtual
    ? virtual.getVirtualItems().map(({ index }) => index)
    : rows.map((_, index) => index);
  const before = (drawn[0] ?? 0) * rowHeight;
  const label = text('hits.tableLabel');
  const after = (rows.length - 1 - (drawn.at(-1) ?? rows.length - 1)) * rowHeight;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section ref={box} className="gh-panel gh-hits gh-unprinted" aria-label={label} tabIndex={0}>
      <table
        aria-rowcount={rows.length + 1}
        aria-label={label}
        data-rare={props.rare}
        data-virtual={isVirtual || undefined}
      >
        <HitTableHead {...props} />
        <tbody>
          <Space height={before} width={width} />
          {drawn.map((at) => {
            const row = rows[at]!;
            return row.kind === 'subject' ? (
              <SubjectRow key={row.key} at={at} groups={row.groups} width={width} />
            ) : (
              <HitRow
                key={row.key}
                at={at}
                group={row.group}
                facts={facts}
                isNameRepeated={repeated.has(row.group.lead.name)}
                isCurrent={row.index === current}
                isMarked={props.marked.has(row.group.lead.alertId)}
                mayRule={props.mayRule}
                select={props.select}
                mark={props.mark}
              />
            );
          })}
          <Space height={after} width={width} />
        </tbody>
      </table>
    </section>
  );
});

function rowsOf(shown: readonly HitGroup[]): readonly Row[] {
  const sections = Map.groupBy(
    shown.map((group, index) => ({ group, index })),
    ({ group }) => sectionOf(group.lead),
  );
  return [...sections].flatMap(([subject, own]): Row[] => [
    { kind: 'subject', key: subject, groups: own.map(({ group }) => group) },
    ...own.map(({ group, index }): Row => ({ kind: 'hit', key: group.lead.alertId, group, index })),
  ]);
}

/** Names that more than one hit has: something else has to tell them apart. */
function repeatedNames(shown: readonly HitGroup[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    shown.flatMap(({ lead: { name } }) => {
      if (seen.has(name)) return [name];
      seen.add(name);
      return [];
    }),
  );
}

/** In place of rows that are not drawn. */
function Space({ height, width }: { readonly height: number; readonly width: number }) {
  return height === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** Columns beside the facts: the mark, lists, score and ruling. */
const otherColumns = 4;

function HitTableHead({ shown, facts, marked, sort, mayRule, markAll, sortBy }: HitTableProps) {
  const columns = [...facts, 'lists', 'score', 'ruling'] as const;
  const isAll = shown.length > 0 && shown.every(({ lead }) => marked.has(lead.alertId));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="gh-hits-mark">
          {mayRule ? (
            <input type="checkbox" aria-label={text('hits.selectAll')} checked={isAll} onChange={markAll} />
          ) : (
            <VisuallyHidden>{text('hits.selectAll')}</VisuallyHidden>
          )}
        </th>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            className={`gh-hits-${column}`}
            aria-sort={column !== sort.column ? undefined : sort.isReversed ? 'descending' : 'ascending'}
          >
            {column === 'lists' ? (
              text(`hits.column-${column}`)
            ) : (
              <button type="button" onClick={() => sortBy(column)}>
                {text(`hits.column-${column}`)}
                {column === sort.column && <span aria-hidden="true"> {sort.isReversed ? '▲' : '▼'}</span>}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const SubjectRow = memo(function SubjectRow(props: {
  readonly at: number;
  readonly groups: readonly HitGroup[];
  /** In columns. */
  readonly width: number;
}) {
  const { groups } = props;
  const { subject } = groups[0]!.lead;
  const unruled = groups.filter(({ resolution, isSaving }) => resolution === null || isSaving).length;
  const { dateOfBirth, countryOfNationality } = subject.facts;
  const label = hitSubjectLabel(groups[0]!.lead);
  return (
    <tr className="gh-hits-subject" aria-rowindex={props.at + 2}>
      <th scope="rowgroup" colSpan={props.width}>
        <div className="gh-cell">
          <bdi title={label}>{label}</bdi>
          <span className="gh-dim gh-short">
            {[
              dateOfBirth,
              countryOfNationality,
              text('hits.subjectSummary', { count: groups.length, unruled }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      </th>
    </tr>
  );
});

const HitRow = memo(function HitRow(props: {
  readonly at: number;
  readonly group: HitGroup;
  readonly facts: readonly ComparedFact[];
  readonly isNameRepeated: boolean;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
  readonly mayRule: boolean;
  readonly select: (alertId: string) => void;
  readonly mark: (alertId: string) => void;
}) {
  const { group } = props;
  const { lead, alerts, otherEntries } = group;
  const listedOf = (fact: ComparedFact) =>
    [lead, ...otherEntries].map(({ listed }) => listed[fact]).find((each) => each !== undefined) ?? '';
  return (
    <tr
      className="gh-row"
      aria-rowindex={props.at + 2}
      aria-current={props.isCurrent || undefined}
      data-current={props.isCurrent || undefined}
      data-marked={props.isMarked || undefined}
      onClick={() => props.select(lead.alertId)}
    >
      <td className="gh-hits-mark">
        {props.mayRule && (
          <input
            type="checkbox"
            aria-label={text('hits.select', { name: lead.name })}
            checked={props.isMarked}
            onClick={(event) => event.stopPropagation()}
            onChange={() => props.mark(lead.alertId)}
          />
        )}
      </td>
      {props.facts.map((fact) => (
        <td key={fact} className={`gh-hits-${fact}`}>
          <VerdictCell
            fact={fact}
            verdict={group.verdicts[fact]}
            listed={fact === 'name' ? lead.name : shownFact(fact, listedOf(fact))}
            beside={fact === 'name' && props.isNameRepeated ? entryId(lead) : ''}
          />
        </td>
      ))}
      <td className="gh-hits-lists">
        <ListMarks sources={[...new Set(alerts.map(({ source }) => source))]} />
      </td>
      <td className="gh-hits-score gh-number">{percent(lead.score)}</td>
      <td className="gh-hits-ruling">
        <RulingCell group={group} />
      </td>
    </tr>
  );
});

/** A gender in the words of the page; other facts as the list has them. */
function shownFact(fact: ComparedFact, listed: string): string {
  return fact === 'gender' ? genderText(listed) : listed;
}

const verdictMarks: Readonly<Record<FactVerdict, readonly [sign: string, tone: string]>> = {
  agree: ['✓', 'gh-same'],
  near: ['≈', 'gh-near'],
  contradict: ['✕', 'gh-caution'],
  unknown: ['?', 'gh-dim'],
};

/** All lists that have the entity: which they are decides how much a hit weighs. */
function ListMarks({ sources }: { readonly sources: readonly string[] }) {
  return (
    <div className="gh-marks">
      {sources.map((source) => (
        <abbr key={source} className="gh-mark" title={listTitle(source)}>
          {listMark(source)}
        </abbr>
      ))}
    </div>
  );
}

/** Facts that some hit states or that were compared: the others have no column. */
export function statedFacts(groups: readonly HitGroup[]): readonly ComparedFact[] {
  return comparedFacts.filter((fact) => fact === 'name' || groups.some((group) => isStated(group, fact)));
}

/** Facts that less than half of the hits state. */
export function rareFacts(groups: readonly HitGroup[]): readonly ComparedFact[] {
  return comparedFacts.filter(
    (fact) => 2 * groups.filter((group) => isStated(group, fact)).length < groups.length,
  );
}

function isStated({ verdicts, lead, otherEntries }: HitGroup, fact: ComparedFact): boolean {
  return (
    verdicts[fact] !== 'unknown' || [lead, ...otherEntries].some(({ listed }) => listed[fact] !== undefined)
  );
}

/** What the signs of the cells mean, and which facts have no column. */
export function VerdictLegend({ facts }: { readonly facts: readonly ComparedFact[] }) {
  const missing = comparedFacts
    .filter((fact) => !facts.includes(fact))
    .map((fact) => text(`hits.column-${fact}`));
  const meanings = Object.entries(verdictMarks).map(
    ([verdict, [sign]]) => `${sign} ${text(`hits.verdict-${verdict as FactVerdict}`)}`,
  );
  const all =
    missing.length === 0 ? meanings : [...meanings, text('hits.noneStated', { facts: listText(missing) })];
  return <p className="gh-dim gh-legend gh-unprinted">{all.join(' · ')}</p>;
}

/** What the list states, with a sign and a word for how it compares with the subject. */
function VerdictCell(props: {
  readonly fact: ComparedFact;
  readonly verdict: FactVerdict;
  readonly listed: string;
  readonly beside: string;
}) {
  const { fact, verdict, listed, beside } = props;
  const [sign, tone] = verdictMarks[verdict];
  const word = text(`hits.verdict-${verdict}`);
  const title = [listedText(fact, listed), beside].filter(Boolean).join(' · ');
  return (
    <div
      className={`gh-cell ${tone}`}
      title={title === '' ? word : text('entities.labelled', { name: title, value: word })}
    >
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{word}</VisuallyHidden>
      <bdi>
        {listed === '' ? '—' : listed}
        {beside !== '' && <span className="gh-dim gh-entry-id">{beside}</span>}
      </bdi>
    </div>
  );
}

/** Other signs than those of the facts: a false positive agrees with nothing. */
function RulingCell({ group: { lead, resolution, isSaving, isUndecided } }: { readonly group: HitGroup }) {
  if (isSaving) {
    return (
      <span
        className="gh-dim"
        title={
          lead.ruling ? text('hits.savingRuling', { ruling: text(`hits.ruling-${lead.ruling.ruling}`) }) : ''
        }
      >
        {text('hits.saving')}…
      </span>
    );
  }
  if (resolution === null) {
    return (
      <span className="gh-caution">
        {isUndecided ? `◐\u00a0${text('hits.ruling-UNDECIDED')}` : `○\u00a0${text('hits.unruled')}`}
      </span>
    );
  }
  const isMatch = resolution === 'TRUE_MATCH';
  return (
    <span className={isMatch ? 'gh-contradict' : 'gh-agree'}>
      {isMatch ? '●' : '⊘'}
      {'\u00a0'}
      {lead.silenced && !isMatch ? text('hits.suppressed') : text(`hits.ruling-${resolution}`)}
    </span>
  );
}
