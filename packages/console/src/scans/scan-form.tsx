import type { ConsoleBody } from '@gatehouse/contract';
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
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { call } from '../api.ts';
import { NotDone } from '../ui/not-done.tsx';

type ScanBody = ConsoleBody<'scans.begin'>;
type Engine = ScanBody['engines'][number];
type Settings = NonNullable<ScanBody['settings']>;

const engines: readonly { readonly engine: Engine; readonly name: string; readonly about: string }[] = [
  { engine: 'GLOBAL_CHECK', name: 'Global check', about: 'every list, by match strength' },
  { engine: 'RISK_LISTS', name: 'Risk lists', about: 'every list, by how far a name may differ' },
  { engine: 'COMPOSITE_SCAN', name: 'Composite scan', about: 'every list, as loose as you say' },
  { engine: 'INTERNET_SEARCH', name: 'Internet search', about: 'news and the web' },
  { engine: 'WATCHLIST', name: 'Watchlist', about: 'your own list, costs nothing' },
];

/** What is scanned, by which engines, how strictly. */
export function ScanForm(props: {
  readonly domain: string;
  readonly nameField: RefObject<HTMLInputElement | null>;
  readonly begun: (scanId: string) => void;
}) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [customerType, setCustomerType] = useState<ScanBody['customerType']>('Individual');
  const [chosen, setChosen] = useState<readonly Engine[]>(['GLOBAL_CHECK', 'WATCHLIST']);
  const [settings, setSettings] = useState<Settings>({});
  const [description, setDescription] = useState('');
  const begin = useMutation({
    mutationFn: () =>
      call('scans.begin', {
        params: { domain: props.domain },
        body: {
          name,
          customerType,
          engines: [...chosen],
          settings,
          ...(description.trim() === '' ? {} : { description }),
        },
      }),
    meta: { isToldInPlace: true },
    onSuccess: ({ scanId }) => {
      void queries.invalidateQueries({ queryKey: ['scans'] });
      void queries.invalidateQueries({ queryKey: ['allowance'] });
      props.begun(scanId);
    },
  });
  const credits = chosen.filter((engine) => engine !== 'WATCHLIST').length;
  const has = (engine: Engine) => chosen.includes(engine);
  const set = <Key extends keyof Settings>(key: Key, change: Settings[Key]) =>
    setSettings({ ...settings, [key]: { ...settings[key], ...change } });
  return (
    <form
      className="gh-panel gh-block"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && chosen.length > 0) begin.mutate();
      }}
    >
      <NotDone error={begin.error} mb="sm" />
      <Group align="flex-end" mb="sm">
        <TextInput
          ref={props.nameField}
          label="Name"
          required
          w={320}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Kind"
          data={['Individual', 'Business']}
          value={customerType}
          onChange={(value) => setCustomerType(value as ScanBody['customerType'])}
        />
        <TextInput
          label="Reference"
          placeholder="Stands in the history"
          w={240}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Group>
      <Checkbox.Group
        value={[...chosen]}
        onChange={(values) =>
          setChosen(engines.map(({ engine }) => engine).filter((one) => values.includes(one)))
        }
        label="Engines"
      >
        <Group mt={6} mb="sm" gap="lg">
          {engines.map(({ engine, name: words, about }) => (
            <Checkbox key={engine} size="xs" value={engine} label={words} description={about} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="flex-end" mb="sm">
        {has('GLOBAL_CHECK') && (
          <Select
            label="Match strength"
            data={['EXACT', 'STRONG', 'WEAK']}
            value={settings.globalCheck?.matchStrength ?? 'STRONG'}
            allowDeselect={false}
            w={140}
            onChange={(value) =>
              set('globalCheck', { ...maxOf(settings.globalCheck), matchStrength: value as 'WEAK' })
            }
          />
        )}
        {has('RISK_LISTS') && (
          <Select
            label="Search type"
            data={['Precise', 'Near', 'Broad']}
            value={settings.riskLists?.searchType ?? 'Precise'}
            allowDeselect={false}
            w={140}
            onChange={(value) =>
              set('riskLists', { ...maxOf(settings.riskLists), searchType: value as 'Near' })
            }
          />
        )}
        {has('COMPOSITE_SCAN') && (
          <NumberInput
            size="xs"
            label="Sensitivity"
            min={0}
            max={1}
            step={0.1}
            decimalScale={2}
            w={110}
            value={settings.compositeScan?.sensitivity ?? 0.6}
            onChange={(value) => set('compositeScan', { sensitivity: Number(value) })}
          />
        )}
        {has('INTERNET_SEARCH') && (
          <Select
            label="Results"
            data={['10', '20', '50']}
            value={String(settings.internetSearch?.resultCount ?? 20)}
            allowDeselect={false}
            w={100}
            onChange={(value) => set('internetSearch', { resultCount: Number(value) as 10 | 20 | 50 })}
          />
        )}
      </Group>
      <Group justify="space-between">
        <Text size="sm" className="gh-dim">
          {credits === 0 ? 'Costs nothing.' : `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'}.`}
        </Text>
        <Button type="submit" loading={begin.isPending} disabled={name.trim() === '' || chosen.length === 0}>
          Scan
        </Button>
      </Group>
    </form>
  );
}

function maxOf(given: { readonly maxHits: 5 | 10 | 20 | 50 } | undefined): {
  readonly maxHits: 5 | 10 | 20 | 50;
} {
  return { maxHits: given?.maxHits ?? 20 };
}
