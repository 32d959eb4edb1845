import type { ConsoleBody } from '@gatehouse/contract';
import { engineDefaults } from '@gatehouse/contract/hit-thresholds';
import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { call } from '../api.ts';
import { matchStrengths, searchTypes, sensitivityMeaning } from '../hits/engine-settings.ts';
import { engineTitles } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { CodedOption } from '../ui/coded-option.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { optionLabels } from '../ui/field-labels.ts';
import { aboutEngine, isSampleAlone, type PublishedList } from './search-text.ts';

type ScanBody = ConsoleBody<'scans.begin'>;
type Engine = ScanBody['engines'][number];
type Settings = NonNullable<ScanBody['settings']>;

interface ScanDraft {
  readonly name: string;
  readonly customerType: ScanBody['customerType'];
  readonly engines: readonly Engine[];
  readonly settings: Settings;
  readonly description: string;
}

const emptyScan: ScanDraft = {
  name: '',
  customerType: 'Individual',
  engines: ['GLOBAL_CHECK', 'WATCHLIST'],
  settings: {},
  description: '',
};

/** Nobody can know whom the bundled sample list has. */
const sampleName = 'Osama bin Laden';

const scanEngines: readonly Engine[] = [
  'GLOBAL_CHECK',
  'RISK_LISTS',
  'COMPOSITE_SCAN',
  'INTERNET_SEARCH',
  'WATCHLIST',
];

/** The publishers' lists with their active versions; undefined until they are read, and for those who may not read them. */
function usePublishedLists(): readonly PublishedList[] | undefined {
  const { permissions } = useSession();
  const freshness = useQuery({
    queryKey: ['freshness'],
    queryFn: ({ signal }) => call('lists.freshness', { signal }),
    enabled: permissions.includes('executions.read'),
  });
  return freshness.data?.lists;
}

/** What is scanned, by which engines, how strictly. */
export function ScanForm(props: {
  readonly domain: string;
  readonly nameField: RefObject<HTMLInputElement | null>;
  readonly begun: (scanId: string) => void;
}) {
  const [scan, setScan] = useState<ScanDraft>(emptyScan);
  const change = (changed: Partial<ScanDraft>) => setScan((now) => ({ ...now, ...changed }));
  const begin = useBeginScan({ domain: props.domain, scan, begun: props.begun });
  const credits = scan.engines.filter((engine) => engine !== 'WATCHLIST').length;
  const lists = usePublishedLists();
  const isComplete = scan.name.trim() !== '' && scan.engines.length > 0;
  return (
    <form
      className="gh-panel gh-block"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) begin.mutate();
      }}
    >
      <ErrorAlert error={begin.error} mb="sm" />
      <SubjectFields scan={scan} change={change} nameField={props.nameField} />
      {lists !== undefined && isSampleAlone(lists) && scan.name === '' && (
        <Button variant="subtle" size="compact-sm" mb="sm" onClick={() => change({ name: sampleName })}>
          {text('scans.tryName', { name: sampleName })}
        </Button>
      )}
      <Checkbox.Group
        value={[...scan.engines]}
        onChange={(values) => change({ engines: scanEngines.filter((engine) => values.includes(engine)) })}
        label={text('scans.engines')}
      >
        <Group mt={6} mb="sm" gap="lg">
          {scanEngines.map((engine) => (
            <Checkbox
              key={engine}
              size="xs"
              value={engine}
              label={engineTitles[engine]}
              description={aboutEngine(engine, lists)}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <EngineSettings scan={scan} change={change} />
      <Group justify="space-between">
        <Text size="sm" className="gh-dim">
          {credits === 0 ? text('scans.usesNoCredits') : text('scans.usesCredits', { count: credits })}
        </Text>
        <Button type="submit" loading={begin.isPending} disabled={!isComplete}>
          {text('scans.scan')}
        </Button>
      </Group>
    </form>
  );
}

function useBeginScan(props: {
  readonly domain: string;
  readonly scan: ScanDraft;
  readonly begun: (scanId: string) => void;
}) {
  const queries = useQueryClient();
  const { description, engines, ...scan } = props.scan;
  return useMutation({
    mutationFn: () =>
      call('scans.begin', {
        params: { domain: props.domain },
        body: {
          ...scan,
          engines: [...engines],
          ...(description.trim() === '' ? {} : { description }),
        },
      }),
    meta: { isShownInPlace: true },
    onSuccess: ({ scanId }) => {
      void queries.invalidateQueries({ queryKey: ['scans'] });
      void queries.invalidateQueries({ queryKey: ['allowance'] });
      props.begun(scanId);
    },
  });
}

interface DraftProps {
  readonly scan: ScanDraft;
  readonly change: (changed: Partial<ScanDraft>) => void;
}

function SubjectFields(props: DraftProps & { readonly nameField: RefObject<HTMLInputElement | null> }) {
  const { scan, change } = props;
  return (
    <Group align="flex-end" mb="sm">
      <TextInput
        ref={props.nameField}
        label={text('terms.name')}
        required
        w={320}
        value={scan.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        aria-label={text('terms.type')}
        data={(['Individual', 'Business'] as const).map((value) => ({
          value,
          label: text(`scans.type-${value}`),
        }))}
        value={scan.customerType}
        onChange={(value) => change({ customerType: value as ScanBody['customerType'] })}
      />
      <TextInput
        label={text('scans.reference')}
        placeholder={text('scans.referenceWords')}
        w={240}
        value={scan.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </Group>
  );
}

/** How similar a name each chosen engine asks for, and how much it returns. */
function EngineSettings({ scan: { settings, engines }, change }: DraftProps) {
  const has = (engine: Engine) => engines.includes(engine);
  const set = <Key extends keyof Settings>(key: Key, changed: Settings[Key]) =>
    change({ settings: { ...settings, [key]: { ...settings[key], ...changed } } });
  const strength = settings.globalCheck?.matchStrength ?? engineDefaults.GLOBAL_CHECK.matchStrength;
  const searchType = settings.riskLists?.searchType ?? engineDefaults.RISK_LISTS.searchType;
  const sensitivity = settings.compositeScan?.sensitivity ?? engineDefaults.COMPOSITE_SCAN.sensitivity;
  return (
    <Group align="flex-end" mb="sm">
      {has('GLOBAL_CHECK') && (
        <Select
          label={text('scans.matchStrength')}
          description={text('scans.hitsWith', {
            engine: engineTitles.GLOBAL_CHECK,
            meaning: matchStrengths[strength] ?? strength,
          })}
          data={optionsOf(['EXACT', 'STRONG', 'WEAK'])}
          renderOption={CodedOption}
          value={strength}
          allowDeselect={false}
          w={300}
          onChange={(value) =>
            set('globalCheck', { ...maxOf(settings.globalCheck), matchStrength: value as 'WEAK' })
          }
        />
      )}
      {has('RISK_LISTS') && (
        <Select
          label={text('scans.searchType')}
          description={text('scans.hitsWith', {
            engine: engineTitles.RISK_LISTS,
            meaning: searchTypes[searchType] ?? searchType,
          })}
          data={optionsOf(['Precise', 'Near', 'Broad'])}
          renderOption={CodedOption}
          value={searchType}
          allowDeselect={false}
          w={300}
          onChange={(value) =>
            set('riskLists', { ...maxOf(settings.riskLists), searchType: value as 'Near' })
          }
        />
      )}
      {has('COMPOSITE_SCAN') && (
        <NumberInput
          size="xs"
          label={text('scans.sensitivity')}
          description={text('scans.hitsWith', {
            engine: engineTitles.COMPOSITE_SCAN,
            meaning: sensitivityMeaning(sensitivity),
          })}
          min={0}
          max={1}
          step={0.1}
          decimalScale={2}
          w={300}
          value={sensitivity}
          onChange={(value) => set('compositeScan', { sensitivity: Number(value) })}
        />
      )}
      {has('INTERNET_SEARCH') && (
        <Select
          label={text('scans.results')}
          data={['10', '20', '50']}
          value={String(settings.internetSearch?.resultCount ?? engineDefaults.INTERNET_SEARCH.resultCount)}
          allowDeselect={false}
          w={100}
          onChange={(value) => set('internetSearch', { resultCount: Number(value) as 10 | 20 | 50 })}
        />
      )}
    </Group>
  );
}

/** Values of a setting by their names. */
function optionsOf(values: readonly string[]) {
  const labels = optionLabels(values);
  return values.map((value) => ({ value, label: labels?.[value] ?? value }));
}

function maxOf(given: { readonly maxHits: 5 | 10 | 20 | 50 } | undefined): {
  readonly maxHits: 5 | 10 | 20 | 50;
} {
  return { maxHits: given?.maxHits ?? engineDefaults.GLOBAL_CHECK.maxHits };
}
