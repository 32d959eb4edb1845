import type { ReferenceSetting, SettingsView } from '@gatehouse/contract';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { type EditRequest, ItemRow } from './item-row.tsx';
import { type FieldNames, type ReferenceKey, summarizeOverride } from './override-summary.tsx';
import { ReferenceItem } from './reference-item.tsx';
import { codeOf, leftOut, type Override, overrideOf, withItem, withoutOwn } from './reference-override.ts';
import { Refusal } from './refusal.tsx';
import { Origin } from './setting-form.tsx';

const keys = [
  { value: 'required-form', label: text('settings.listForms') },
  { value: 'particular', label: text('settings.listFields') },
  { value: 'platform_document_default_rule', label: text('settings.listRules') },
] as const satisfies readonly { value: ReferenceKey; label: string }[];

type Item = Record<string, unknown>;

const columns = [text('terms.name'), text('settings.content'), text('terms.status'), text('actions.title')];

function referenceQuery(key: ReferenceKey) {
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
  const { stored, names } = useReference(key);
  const { asked, ask, close, save, changeOverride } = useReferenceActions(key, stored.data);
  const { data } = stored;
  const edited =
    asked?.act === 'change' ? data?.items.find(({ item }) => codeOf(item) === asked.code) : undefined;
  const isEditing = asked?.act === 'new' || edited !== undefined;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label={text('settings.show')}
          data={[...keys]}
          value={key}
          onChange={(value) => {
            save.reset();
            setKey(value as ReferenceKey);
          }}
        />
        {mayChange && data && (
          <Group gap="xs">
            <Button
              variant="default"
              disabled={!isTouched(props.summary, key)}
              onClick={() => ask({ act: 'restoreAll' })}
            >
              {text('settings.reset')}
            </Button>
            <Button onClick={() => ask({ act: 'new' })}>{text('settings.add')}</Button>
          </Group>
        )}
      </Group>
      {data && <Origin origin={data} />}
      {!isEditing && <Refusal error={save.error} />}
      <Items settingKey={key} stored={stored} names={names} ask={mayChange ? ask : undefined} />
      <Text size="xs" className="gh-dim" mt="xs">
        {text('settings.referenceWords')}
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
          save={(item: Item, version: number) =>
            changeOverride((override) => withItem(override, item), version)
          }
          close={close}
        />
      )}
      <ConfirmRestore asked={asked} pending={save.isPending} change={changeOverride} close={close} />
    </>
  );
}

/** What is stored of a key, and the names of fields that its items speak of. */
function useReference(key: ReferenceKey) {
  const stored = useQuery(referenceQuery(key));
  const particulars = useQuery(referenceQuery('particular'));
  const names: FieldNames = new Map(
    particulars.data?.items.map(({ item }) => [codeOf(item), String(item['name'])]),
  );
  return { stored, names };
}

type ChangeOverride = (change: (override: Override) => Override, version?: number) => void;

/** Changing what the tenant makes of a key, after it was asked for in a dialog. */
function useReferenceActions(key: ReferenceKey, stored: ReferenceSetting | undefined) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<EditRequest>();
  const close = () => setAsked(undefined);
  const save = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: ({ override, version }: { override: Override; version: number }) =>
      call('settings.changeReference', {
        params: { referenceKey: key },
        body: { ...override, expectedVersion: version },
      }),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['settings'] }),
  });
  const ask = (next: EditRequest) => {
    save.reset();
    setAsked(next);
  };
  const changeOverride: ChangeOverride = (change, version = stored?.version) => {
    if (stored && version !== undefined) save.mutate({ override: change(overrideOf(stored)), version });
  };
  return { asked, ask, close, save, changeOverride };
}

function isTouched(summary: SettingsView['reference'], key: ReferenceKey): boolean {
  const counts = summary.find((one) => one.key === key);
  return counts !== undefined && counts.own + counts.changed + counts.without > 0;
}

function Items(props: {
  readonly settingKey: ReferenceKey;
  readonly stored: ReturnType<typeof useReference>['stored'];
  readonly names: FieldNames;
  readonly ask: ((asked: EditRequest) => void) | undefined;
}) {
  const { settingKey: key, stored, names, ask } = props;
  const { items = [], without = [] } = stored.data ?? {};
  const rows = [
    ...items.map(({ item, shipped, isOwn }) => ({
      item,
      state: !isOwn ? ('default' as const) : shipped === null ? ('custom' as const) : ('changed' as const),
    })),
    ...without.map((item) => ({ item, state: 'excluded' as const })),
  ];
  return (
    <RecordTable
      list={stored}
      heads={columns}
      label={keys.find(({ value }) => value === key)!.label}
      count={rows.length}
      empty={text('settings.nothingHere')}
    >
      {rows.map(({ item, state }) => (
        <ItemRow
          key={codeOf(item)}
          item={item}
          asks={summarizeOverride(key, item, names)}
          state={state}
          ask={ask}
        />
      ))}
    </RecordTable>
  );
}

function ConfirmRestore(props: {
  readonly asked: EditRequest | undefined;
  readonly pending: boolean;
  readonly change: ChangeOverride;
  readonly close: () => void;
}) {
  const { asked, change } = props;
  return (
    <Confirm
      opened={asked?.act === 'restore' || asked?.act === 'leaveOut' || asked?.act === 'restoreAll'}
      title={titleOf(asked)}
      words={text('settings.restoreWords')}
      action={asked === undefined ? '' : actionLabel(asked)}
      pending={props.pending}
      confirm={() => {
        if (asked?.act === 'restoreAll') change(() => ({ items: [], without: [] }));
        else if (asked?.act === 'restore') change((override) => withoutOwn(override, asked.code));
        else if (asked?.act === 'leaveOut') change((override) => leftOut(override, asked.code));
        props.close();
      }}
      cancel={props.close}
    />
  );
}

function actionLabel(asked: EditRequest): string {
  if (asked.act === 'restoreAll') return text('settings.reset');
  if (asked.act === 'leaveOut') return text('settings.exclude');
  return asked.act === 'restore' && asked.isShipped ? text('settings.restore') : text('actions.remove');
}

function titleOf(asked: EditRequest | undefined): string {
  if (asked?.act === 'restoreAll') return text('settings.resetAsk');
  if (asked?.act === 'leaveOut') return text('settings.excludeAsk', { code: asked.code });
  if (asked?.act !== 'restore') return '';
  return text(asked.isShipped ? 'settings.restoreAsk' : 'settings.removeAsk', { code: asked.code });
}
