import type { CaseDetail, ComparedFact, RulingVerdict } from '@gatehouse/contract';
import { Badge, Group, Text, Title } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { CaseKey } from '../hits/entity-card.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import { ExceededLimits } from '../hits/exceeded-limits.tsx';
import { sampleOnlyText } from '../hits/searched-lists.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { formatNumber } from '../ui/format.ts';
import { HitFilterBar, MarkedHits } from './hit-filter-bar.tsx';
import { HitTable, rareFacts, statedFacts, VerdictLegend } from './hit-table.tsx';
import { SelectedHit } from './hit-view.tsx';
import { PrintedHits } from './printed-hits.tsx';
import { hasDateOfBirth, searchedLists } from './searched-lists.ts';
import { sectionIds } from './section-ids.ts';
import type { Workbench } from './use-workbench.ts';

interface CaseHitsProps {
  readonly caseDetail: ReviewedCase;
  readonly caseKey: CaseKey;
  readonly groups: readonly HitGroup[];
  /** Facts that have a column. */
  readonly facts: readonly ComparedFact[];
  readonly bench: Workbench;
  /** Whether all hits are drawn for paper too. */
  readonly isPrinted: boolean;
  readonly rule: (ruled: readonly HitGroup[], ruling: RulingVerdict) => void;
  readonly pair: (one: SubjectHit, other: SubjectHit, isSame: boolean) => void;
}

/** The facts that have a column: the same array while the case is the same, however often its hits are ruled on. */
export function useStatedFacts(groups: readonly HitGroup[]): readonly ComparedFact[] {
  const stated = statedFacts(groups).join(' ');
  return useMemo(() => stated.split(' ') as ComparedFact[], [stated]);
}

/** How many hits a case has, what narrows them and what the table's signs mean; without hits where nothing was found. */
export const HitsHead = memo(function HitsHead(
  props: Pick<CaseHitsProps, 'caseDetail' | 'groups' | 'bench' | 'facts'> & {
    /** Rules on the marked hits, or on the selected one where none is marked. */
    readonly ruleMarked: (ruling: RulingVerdict) => void;
  },
) {
  const { caseDetail, groups, bench } = props;
  return (
    <>
      <div className="gh-hits-head">
        <HitsTitle caseDetail={caseDetail} groups={groups} />
        {groups.length > 0 && (
          <>
            <HitFilterBar
              groups={groups}
              shown={bench.shown.length}
              filters={bench.filters}
              setFilters={bench.setFilters}
            >
              {caseDetail.mayRule && (
                <MarkedHits count={bench.marked.length} rule={props.ruleMarked} clear={bench.clearMarks} />
              )}
            </HitFilterBar>
            <VerdictLegend facts={props.facts} />
          </>
        )}
      </div>
      <ExceededLimits limits={caseDetail.exceededHitLimits} />
      {groups.length === 0 && <NoHits caseDetail={caseDetail} />}
    </>
  );
});

/** The hits of a case: a table of entities beside the selected one. */
export const CaseHits = memo(function CaseHits(props: CaseHitsProps) {
  const { caseDetail, caseKey, groups, facts, bench, isPrinted, rule, pair } = props;
  return (
    <>
      <div className="gh-workbench gh-unprinted">
        <HitTable
          shown={bench.shown}
          facts={facts}
          rare={rareFacts(groups).join(' ')}
          current={bench.current}
          chosenId={bench.chosenId}
          marked={bench.markedIds}
          sort={bench.sort}
          mayRule={caseDetail.mayRule}
          select={bench.selectHit}
          mark={bench.mark}
          markAll={bench.markAll}
          sortBy={bench.sortBy}
        />
        {bench.selected === undefined ? (
          <Text size="sm" className="gh-hit-place">
            {text('hits.noneShown')}
          </Text>
        ) : (
          <SelectedHit
            key={bench.selected.lead.alertId}
            group={bench.selected}
            groups={groups}
            number={bench.current + 1}
            caseKey={caseKey}
            mayRule={caseDetail.mayRule}
            rule={rule}
            pair={pair}
          />
        )}
      </div>
      {isPrinted && <PrintedHits groups={groups} caseKey={caseKey} />}
    </>
  );
});

function HitsTitle({ caseDetail, groups }: Pick<CaseHitsProps, 'caseDetail' | 'groups'>) {
  const listEntries = groups.reduce((sum, { otherEntries }) => sum + 1 + otherEntries.length, 0);
  return (
    <Group gap="xs">
      <Title order={2} size="h5" id={sectionIds.hits} tabIndex={-1}>
        {text('hits.title')}
      </Title>
      <Badge color="gray">{formatNumber(groups.length)}</Badge>
      {listEntries > groups.length && (
        <Text size="xs" className="gh-dim">
          {text('hits.fromEntries', { count: listEntries })}
        </Text>
      )}
      {!caseDetail.mayRule &&
        groups.length > 0 &&
        caseDetail.resolvedAt === null &&
        caseDetail.pending === null && (
          <Text size="xs" className="gh-dim gh-unprinted">
            {caseDetail.assignee === null
              ? text('hits.claimFirst')
              : text('hits.assignedTo', { assignee: personName(caseDetail.assignee) })}
          </Text>
        )}
    </Group>
  );
}

/** In which lists and with which settings nothing was found. */
function NoHits({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const { texts, isSampleOnly, isScreened } = searchedLists(caseDetail);
  return (
    <>
      {texts.map((each) => (
        <Text key={each} size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
          {each}
        </Text>
      ))}
      {isScreened && hasDateOfBirth(caseDetail) && (
        <Text size="sm" className="gh-dim">
          {text('case.noHitsFacts')}
        </Text>
      )}
      {isSampleOnly && (
        <Text size="sm" className="gh-caution">
          {sampleOnlyText}
        </Text>
      )}
    </>
  );
}
