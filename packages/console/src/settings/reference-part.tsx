import type { SettingsView } from '@gatehouse/contract';
import { Badge, Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { type FieldNames, type ReferenceKey, summarizeOverride } from './override-summary.tsx';
import { ReferenceItem } from './reference-item.tsx';
import { codeOf, leftOut, type Override, overrideOf, withItem, withoutOwn } from './reference-override.ts';
import { Refusal } from './refusal.tsx';
import { Origin } from './setting-form.tsx';

const keys = [
  { value: 'required-form', label: 'Forms' },
  { value: 'particular', label: 'Fields' },
  { value: 'platform_document_default_rule', label: 'Document rules' },
] as const satisfies readonly { value: ReferenceKey; label: string }[];

type Item = Record<string, unknown>;
type EditRequest =
  | { readonly act: 'new' }
  | { readonly act: 'change'; readonly code: string }
  | { readonly act: 'restore' | 'leaveOut'; readonly code: string; readonly isShipped: boolean }
  | { readonly act: 'restoreAll' };

function readKey(key: ReferenceKey) {
  return {
    queryKey: ['settings', key],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('settings.readReference', { params: { referenceKey: key }, signal }),
  };
}

/** Which fields, forms and documents end users are asked for: what ships, and what the tenant makes of it. */
export function ReferencePart(props: {
  readonly summary: SettingsView['reference'];
  readonly mayChange: boolean;
}) {
  const { mayChange } = props;
  const [key, setKey] = useState<ReferenceKey>('required-form');
  const queries = useQueryClient();
  const stored = useQuery(readKey(key));
  const particulars = useQuery(readKey('particular'));
  const names: FieldNames = new Map(
    particulars.data?.items.map(({ item }) => [codeOf(item), String(item['name'])]),
  );
  const [asked, setAsked] = useState<EditRequest>();
  const save = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: ({ override, version }: { override: Override; version: number }) =>
      call('settings.changeReference', {
        params: { referenceKey: key },
        body: { ...override, expectedVersion: version },
      }),
    onSuccess: () => setAsked(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: ['settings'] }),
  });
  const ask = (next: EditRequest) => {
    save.reset();
    setAsked(next);
  };
  const data = stored.data;
  const act = (change: (override: Override) => Override, version = data?.version) =>
    data && version !== undefined && save.mutate({ override: change(overrideOf(data)), version });
  const summary = props.summary.find((one) => one.key === key);
  const isTouched = summary !== undefined && summary.own + summary.changed + summary.without > 0;
  const edited =
    asked?.act === 'change' ? data?.items.find(({ item }) => codeOf(item) === asked.code) : undefined;
  const isEditing = asked?.act === 'new' || edited !== undefined;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label="What to look at"
          data={[...keys]}
          value={key}
          onChange={(value) => {
            save.reset();
            setKey(value as ReferenceKey);
          }}
        />
        {mayChange && data && (
          <Group gap="xs">
            <Button variant="default" disabled={!isTouched} onClick={() => ask({ act: 'restoreAll' })}>
              Reset to default
            </Button>
            <Button onClick={() => ask({ act: 'new' })}>Add</Button>
          </Group>
        )}
      </Group>
      {data && <Origin origin={data} />}
      {!isEditing && <Refusal error={save.error} />}
      <RecordTable
        list={stored}
        heads={['Name', 'Asks for', 'State', 'Actions']}
        label={keys.find(({ value }) => value === key)!.label}
        count={(data?.items.length ?? 0) + (data?.without.length ?? 0)}
        empty="Nothing is asked for."
      >
        {data?.items.map(({ item, shipped, isOwn }) => (
          <Row
            key={codeOf(item)}
            item={item}
            asks={summarizeOverride(key, item, names)}
            state={!isOwn ? 'ships' : shipped === null ? 'yours' : 'changed'}
            ask={mayChange ? ask : undefined}
          />
        ))}
        {data?.without.map((item) => (
          <Row
            key={codeOf(item)}
            item={item}
            asks={summarizeOverride(key, item, names)}
            state="left out"
            ask={mayChange ? ask : undefined}
          />
        ))}
      </RecordTable>
      <Text size="xs" className="gh-dim" mt="xs">
        End users read what ships in their own language, and what you write yourself as you wrote it. A
        workflow says which of the forms and rules it uses.
      </Text>
      {data && isEditing && (
        <ReferenceItem
          // What is written goes on while others change something: the version is the one that it began from.
          key={edited === undefined ? 'new' : codeOf(edited.item)}
          setting={data}
          edited={edited}
          names={names}
          error={save.error}
          pending={save.isPending}
          save={(item: Item, version: number) => act((override) => withItem(override, item), version)}
          close={() => setAsked(undefined)}
        />
      )}
      <Confirm
        opened={asked?.act === 'restore' || asked?.act === 'leaveOut' || asked?.act === 'restoreAll'}
        title={titleOf(asked)}
        words="Whoever opens the form from now on, and callers who read the configuration, get it so within a second. What is not done, because a published workflow needs it, is told."
        pending={save.isPending}
        confirm={() => {
          if (asked?.act === 'restoreAll') act(() => ({ items: [], without: [] }));
          else if (asked?.act === 'restore') act((override) => withoutOwn(override, asked.code));
          else if (asked?.act === 'leaveOut') act((override) => leftOut(override, asked.code));
          setAsked(undefined);
        }}
        cancel={() => setAsked(undefined)}
      />
    </>
  );
}

function titleOf(asked: EditRequest | undefined): string {
  if (asked?.act === 'restoreAll') return 'Go back to everything that ships?';
  if (asked?.act === 'leaveOut') return `Leave ${asked.code} out?`;
  if (asked?.act !== 'restore') return '';
  return asked.isShipped ? `Go back to ${asked.code} as it ships?` : `Remove ${asked.code} for good?`;
}

const stateColours = { ships: 'gray', changed: 'orange', yours: 'green', 'left out': 'red' } as const;

function Row(props: {
  readonly item: Item;
  readonly asks: string;
  readonly state: keyof typeof stateColours;
  readonly ask: ((asked: EditRequest) => void) | undefined;
}) {
  const { state, ask } = props;
  const code = codeOf(props.item);
  return (
    <Table.Tr>
      <Table.Td>
        {String(props.item['name'])}
        <Text size="xs" className="gh-dim">
          <code>{code}</code>
        </Text>
      </Table.Td>
      <Table.Td>{props.asks}</Table.Td>
      <Table.Td>
        <Badge color={stateColours[state]} variant="outline">
          {state}
        </Badge>
      </Table.Td>
      <Table.Td>
        {ask && (
          <Group gap={4} wrap="nowrap">
            {state !== 'left out' && (
              <Button
                variant="default"
                aria-label={`Change ${code}`}
                onClick={() => ask({ act: 'change', code })}
              >
                Change
              </Button>
            )}
            {state !== 'ships' && (
              <Button
                variant="default"
                aria-label={`${state === 'yours' ? 'Remove' : 'Restore'} ${code}`}
                onClick={() => ask({ act: 'restore', code, isShipped: state !== 'yours' })}
              >
                {state === 'yours' ? 'Remove' : 'Restore'}
              </Button>
            )}
            {(state === 'ships' || state === 'changed') && (
              <Button
                variant="default"
                aria-label={`Leave out ${code}`}
                onClick={() => ask({ act: 'leaveOut', code, isShipped: true })}
              >
                Leave out
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
