import { Badge, Button, Group, Menu, SegmentedControl, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { comparedFacts, type HitGroup } from '../hits/entity-groups.ts';
import { listTitle } from '../hits/list-titles.ts';
import { type HitFilters, isFiltered, noFilters, toggleFact } from './hit-filters.ts';
import { workbenchTexts as texts } from './workbench-texts.ts';

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
      name: texts.factVerdict(texts.columns[fact], texts.verdicts[verdict]),
      count: groups.filter((group) => group.verdicts[fact] === verdict).length,
      isOn: filters.facts[fact] === verdict,
      toggled: toggleFact(filters, fact, verdict),
    })),
  );
  const sources = [...new Set(groups.flatMap(({ alerts }) => alerts.map(({ source }) => source)))];
  const byList = sources.map((source) => ({
    key: `list ${source}`,
    name: texts.listFilter(listTitle(source)),
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
    <Group gap="xs" role="group" aria-label={texts.filtersLabel} className="gh-unprinted">
      <Text size="sm" role="status">
        {texts.ruled(ruled, groups.length)}
        {undecided > 0 && `, ${texts.undecidedCount(undecided)}`}
        {saving > 0 && <span className="gh-dim"> · {texts.savingCount(saving)}</span>}
        {isNarrowed && <span className="gh-dim"> · {texts.shown(props.shown, groups.length)}</span>}
      </Text>
      {groups.length > 1 && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={texts.rulingFilter}
            data={Object.entries(texts.rulingStates).map(([value, label]) => ({ value, label }))}
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
            aria-label={texts.removeFilter(name)}
            onClick={() => setFilters(toggled)}
          >
            {name} ✕
          </Button>
        ))}
      {isNarrowed && (
        <Button variant="subtle" onClick={() => setFilters(noFilters)}>
          {texts.clearFilters}&nbsp;<kbd className="gh-key">0</kbd>
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
        <Button variant="default">{texts.addFilter}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {props.filters.map(({ key, name, count, isOn, toggled }) => (
          <Menu.Item
            key={key}
            onClick={() => props.setFilters(toggled)}
            rightSection={isOn ? <span aria-hidden="true">✓</span> : undefined}
          >
            {texts.filterItem(name, count)}
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
      aria-label={texts.scoreFrom}
      placeholder={texts.scoreFrom}
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
  readonly rule: (ruling: keyof typeof texts.rulings) => void;
  readonly clear: () => void;
}) {
  if (props.count === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={texts.ruleSelected} ms="auto">
      <Badge color="gray">{texts.selected(props.count)}</Badge>
      {(['TRUE_MATCH', 'FALSE_POSITIVE', 'UNDECIDED'] as const).map((ruling) => (
        <Button key={ruling} variant="default" onClick={() => props.rule(ruling)}>
          <VisuallyHidden>{texts.ruleSelected}: </VisuallyHidden>
          {texts.rulings[ruling]}&nbsp;<kbd className="gh-key">{ruling.charAt(0)}</kbd>
        </Button>
      ))}
      <Button variant="subtle" onClick={props.clear}>
        {texts.clearSelection}
      </Button>
    </Group>
  );
}
