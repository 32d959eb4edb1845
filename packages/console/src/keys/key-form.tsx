import type { KeyView } from '@gatehouse/contract';
import { Button, Group, MultiSelect, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** What a person writes of a key. */
export type WrittenKey = Pick<KeyView, 'name' | 'domains' | 'operations' | 'rate' | 'calls' | 'expiresAt'>;

/** What the fields hold; empty where nothing is said. */
interface KeyDraft {
  readonly name: string;
  /** Null: all. */
  readonly domains: readonly string[] | null;
  readonly operations: readonly string[] | null;
  readonly requests: number | '';
  readonly seconds: number | '';
  readonly calls: number | '';
  readonly expires: string;
}

interface FieldsProps {
  readonly draft: KeyDraft;
  readonly change: (changed: Partial<KeyDraft>) => void;
}

/** What a key may: nothing is widened by what was left out. */
export function KeyForm(props: {
  readonly written: WrittenKey | undefined;
  readonly operations: readonly string[];
  readonly error: Error | null;
  readonly pending: boolean;
  readonly save: (written: WrittenKey) => void;
  readonly close: () => void;
}) {
  const { domains: known } = useSession();
  const { written } = props;
  const [draft, setDraft] = useState(() => draftOf(written));
  const change = (changed: Partial<KeyDraft>) => setDraft((now) => ({ ...now, ...changed }));
  const { name, domains, operations } = draft;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Shown at the fields.
        if (domains?.length === 0 || operations?.length === 0) return;
        props.save(writtenOf(draft, written));
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={props.error} />
        <TextInput
          label={text('terms.name')}
          description={text('keys.nameWords')}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <AllOrThese
          label={text('terms.domains')}
          chosenLabel={text('keys.selectedDomains')}
          known={known}
          chosen={domains}
          choose={(chosen) => change({ domains: chosen })}
        />
        <AllOrThese
          label={text('keys.operations')}
          chosenLabel={text('keys.selectedOperations')}
          known={props.operations}
          chosen={operations}
          choose={(chosen) => change({ operations: chosen })}
        />
        <LimitFields draft={draft} change={change} />
        <DialogActions cancel={props.close}>
          <Button type="submit" loading={props.pending}>
            {written === undefined ? text('keys.createAction') : text('actions.save')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function draftOf(written: WrittenKey | undefined): KeyDraft {
  return {
    name: written?.name ?? '',
    domains: written?.domains ?? null,
    operations: written === undefined || written.operations.includes('*') ? null : written.operations,
    requests: written?.rate?.requests ?? '',
    seconds: written?.rate?.seconds ?? 1,
    calls: written?.calls ?? '',
    expires: dayOf(written?.expiresAt ?? null),
  };
}

function writtenOf(draft: KeyDraft, before: WrittenKey | undefined): WrittenKey {
  const { name, domains, operations, requests, seconds, calls, expires } = draft;
  const expiredBefore = before?.expiresAt ?? null;
  const expiresAt = expires === '' ? null : endOfDay(expires);
  return {
    name,
    domains: domains === null ? null : [...domains],
    operations: operations === null ? ['*'] : [...operations],
    rate: requests === '' || seconds === '' ? null : { requests, seconds },
    calls: calls === '' ? null : calls,
    // The same day keeps its instant.
    expiresAt: expires === dayOf(expiredBefore) ? expiredBefore : expiresAt,
  };
}

function LimitFields({ draft, change }: FieldsProps) {
  const { requests, expires } = draft;
  const number = (key: 'requests' | 'seconds' | 'calls') => ({
    value: draft[key],
    onChange: (value: number | string) => change({ [key]: typeof value === 'number' ? value : '' }),
  });
  return (
    <>
      <Group grow align="start">
        <NumberInput
          label={text('keys.rateLimit')}
          description={text('keys.noLimit')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          {...number('requests')}
        />
        <NumberInput
          label={text('keys.period')}
          description={text('keys.periodWords')}
          required={requests !== ''}
          min={0.001}
          max={86_400}
          {...number('seconds')}
        />
      </Group>
      <Group grow align="start">
        <NumberInput
          label={text('keys.totalLimit')}
          description={text('keys.noLimit')}
          min={0}
          max={2_000_000_000}
          allowDecimal={false}
          {...number('calls')}
        />
        <TextInput
          label={text('keys.validUntil')}
          description={text('keys.validUntilWords')}
          type="date"
          value={expires}
          onChange={(event) => change({ expires: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}

/** All of something, or those that are named; none named is no answer. */
function AllOrThese(props: {
  readonly label: string;
  /** For those who hear it. */
  readonly chosenLabel: string;
  readonly known: readonly string[];
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly choose: (chosen: readonly string[] | null) => void;
}) {
  return (
    <Radio.Group
      label={props.label}
      value={props.chosen === null ? 'all' : 'these'}
      onChange={(value) => props.choose(value === 'all' ? null : [])}
    >
      <Group gap="lg" mt={4} mb={4}>
        <Radio value="all" label={text('keys.allFuture')} />
        <Radio value="these" label={text('keys.onlyThese')} />
      </Group>
      {props.chosen !== null && (
        <MultiSelect
          aria-label={props.chosenLabel}
          required
          error={props.chosen.length === 0 ? text('keys.selectOne') : undefined}
          searchable
          data={[...props.known]}
          value={[...props.chosen]}
          onChange={props.choose}
        />
      )}
    </Radio.Group>
  );
}

/** The last millisecond of a day where the person is. */
function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}

/** The day of an instant where the person is, as a date field has it. */
function dayOf(at: number | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
