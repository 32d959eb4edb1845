import type { RulingVerdict } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, SegmentedControl, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { comparedFacts, type HitGroup } from '../hits/entity-groups.ts';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { type HitFilters, isFiltered, noFilters, toggleFact } from './hit-filters.ts';

const rulingStates = ['all', 'unruled', 'ruled'] as const;
const verdicts = ['contradict', 'near', 'agree', 'unknown'] as const;

interface Filter {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly toggled: HitFilters;
}

/** What can be filtered by, as far as the hits have it. */
function filtersOf(groups: readonly HitGroup[], filters: HitFilters): readonly Filter[] {
  const byVerdict = comparedFacts.flatMap((fact) =>
    verdicts.map((verdict) => ({
      key: `${fact} ${verdict}`,
      name: text('hits.factVerdict', {
        fact: text(`hits.column-${fact}`),
        verdict: text(`hits.verdict-${verdict}`),
      }),
      count: groups.filter((group) => group.verdicts[fact] === verdict).length,
      isOn: filters.facts[fact] === verdict,
      toggled: toggleFact(filters, fact, verdict),
    })),
  );
  const sources = [...new Set(groups.flatMap(({ alerts }) => alerts.map(({ source }) => source)))];
  const byList = sources.map((source) => ({
    key: `list ${source}`,
    name: text('hits.listFilter', { list: listTitle(source) }),
    count: groups.filter(({ alerts }) => alerts.some((alert) => alert.source === source)).length,
    isOn: filters.list === source,
    toggled: { ...filters, list: filters.list === source ? undefined : source },
  }));
  return [...byVerdict, ...byList].filter(({ count, isOn }) => count > 0 || isOn);
}

/** How many hits there are, which of them are shown, and what narrows them. */
export function HitFilterBar(props: {
  readonly groups: readonly HitGroup[];
  readonly shown: number;
  readonly filters: HitFilters;
  readonly setFilters: (filters: HitFilters) => void;
  /** What can be done with the marked hits. */
  readonly children?: ReactNode;
}) {
  const { groups, filters, setFilters } = props;
  const all = filtersOf(groups, filters);
  const saving = groups.filter(({ isSaving }) => isSaving).length;
  const ruled = groups.filter(({ resolution, isSaving }) => resolution !== null && !isSaving).length;
  const undecided = groups.filter(({ isUndecided, isSaving }) => isUndecided && !isSaving).length;
  const isNarrowed = isFiltered(filters);
  return (
    <Group gap="xs" role="group" aria-label={text('hits.filters')} className="gh-unprinted">
      <Text size="sm" role="status">
        {text('hits.ruledOf', { ruled, all: groups.length })}
        {undecided > 0 && `, ${text('hits.undecidedOf', { count: undecided })}`}
        {saving > 0 && <span className="gh-dim"> · {text('hits.savingOf', { count: saving })}</span>}
        {isNarrowed && (
          <span className="gh-dim">
            {' '}
            · {text('hits.shownOf', { shown: props.shown, all: groups.length })}
          </span>
        )}
      </Text>
      {groups.length > 1 && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={text('hits.ruling')}
            data={rulingStates.map((value) => ({ value, label: text(`hits.state-${value}`) }))}
            value={filters.ruling}
            onChange={(ruling) => setFilters({ ...filters, ruling: ruling as HitFilters['ruling'] })}
          />
          <FilterMenu filters={all} setFilters={setFilters} />
          <ScoreFilter filters={filters} setFilters={setFilters} />
        </>
      )}
      {all
        .filter(({ isOn }) => isOn)
        .map(({ key, name, toggled }) => (
          <Button
            key={key}
            variant="light"
            aria-label={text('hits.removeFilter', { name })}
            onClick={() => setFilters(toggled)}
          >
            {name} ✕
          </Button>
        ))}
      {isNarrowed && (
        <Button variant="subtle" onClick={() => setFilters(noFilters)}>
          {text('hits.clearFilters')}&nbsp;<kbd className="gh-key">0</kbd>
        </Button>
      )}
      {props.children}
    </Group>
  );
}

function FilterMenu(props: {
  readonly filters: readonly Filter[];
  readonly setFilters: (filters: HitFilters) => void;
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default">{text('hits.filter')}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {props.filters.map(({ key, name, count, isOn, toggled }) => (
          <Menu.Item
            key={key}
            onClick={() => props.setFilters(toggled)}
            rightSection={isOn ? <span aria-hidden="true">✓</span> : undefined}
          >
            {`${name} (${formatNumber(count)})`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ScoreFilter(props: {
  readonly filters: HitFilters;
  readonly setFilters: (filters: HitFilters) => void;
}) {
  const { filters, setFilters } = props;
  return (
    <TextInput
      size="xs"
      w={110}
      type="number"
      min={0}
      max={1}
      step={0.05}
      aria-label={text('hits.scoreFrom')}
      placeholder={text('hits.scoreFrom')}
      defaultValue={filters.minScore || ''}
      onChange={(event) => {
        const minScore = Number(event.currentTarget.value);
        // An emptied field stays where the person types.
        if (Number.isFinite(minScore)) setFilters({ ...filters, minScore });
      }}
    />
  );
}

/** What can be done with the marked hits; nothing while none is marked. */
export function MarkedHits(props: {
  readonly count: number;
  readonly rule: (ruling: RulingVerdict) => void;
  readonly clear: () => void;
}) {
  if (props.count === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={text('hits.ruleSelected')} ms="auto">
      <Badge color="gray">{text('hits.selectedOf', { count: props.count })}</Badge>
      {(['TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED'] as const).map((ruling) => (
        <Button key={ruling} variant="default" onClick={() => props.rule(ruling)}>
          <VisuallyHidden>{text('hits.ruleSelected')}: </VisuallyHidden>
          {text(`hits.ruling-${ruling}`)}&nbsp;<kbd className="gh-key">{ruling.charAt(0)}</kbd>
        </Button>
      ))}
      <Button variant="subtle" onClick={props.clear}>
        {text('hits.clearSelection')}
      </Button>
    </Group>
  );
}
