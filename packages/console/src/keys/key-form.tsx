import type { KeyView } from '@gatehouse/contract';
import { Alert, Button, Group, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../queries.ts';
import { useSession } from '../session/session.ts';

/** What a person writes of a key. */
export type WrittenKey = Pick<KeyView, 'name' | 'domains' | 'operations' | 'rate' | 'calls' | 'expiresAt'>;

/** What a key may. Nothing chosen means all. */
export function KeyForm(of: {
  readonly written: WrittenKey | undefined;
  readonly operations: readonly string[];
  readonly error: Error | null;
  readonly pending: boolean;
  readonly save: (written: WrittenKey) => void;
}) {
  const { domains: known } = useSession();
  const { written } = of;
  const [name, setName] = useState(written?.name ?? '');
  const [domains, setDomains] = useState(written?.domains ?? []);
  const [operations, setOperations] = useState(written?.operations.filter((one) => one !== '*') ?? []);
  const [requests, setRequests] = useState<number | ''>(written?.rate?.requests ?? '');
  const [seconds, setSeconds] = useState<number | ''>(written?.rate?.seconds ?? 1);
  const [calls, setCalls] = useState<number | ''>(written?.calls ?? '');
  const [expires, setExpires] = useState(dayOf(written?.expiresAt ?? null));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        of.save({
          name,
          domains: domains.length === 0 ? null : domains,
          operations: operations.length === 0 ? ['*'] : operations,
          rate: requests === '' || seconds === '' ? null : { requests, seconds },
          calls: calls === '' ? null : calls,
          expiresAt:
            expires === dayOf(written?.expiresAt ?? null)
              ? (written?.expiresAt ?? null)
              : expires === ''
                ? null
                : new Date(`${expires}T00:00`).getTime(),
        });
      }}
    >
      <Stack gap="sm">
        {of.error && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(of.error)}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="What it is for, for your colleagues"
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiSelect
          label="Domains"
          placeholder={domains.length === 0 ? 'All' : ''}
          data={known}
          value={domains}
          onChange={setDomains}
        />
        <MultiSelect
          label="Operations"
          placeholder={operations.length === 0 ? 'All' : ''}
          searchable
          data={[...of.operations]}
          value={operations}
          onChange={setOperations}
        />
        <Group grow align="start">
          <NumberInput
            label="Requests"
            description="Empty: no limit"
            min={1}
            max={1_000_000}
            allowDecimal={false}
            value={requests}
            onChange={(value) => setRequests(typeof value === 'number' ? value : '')}
          />
          <NumberInput
            label="in seconds"
            description="At once, then evenly"
            min={0.001}
            max={86_400}
            value={seconds}
            onChange={(value) => setSeconds(typeof value === 'number' ? value : '')}
          />
        </Group>
        <Group grow align="start">
          <NumberInput
            label="Calls in all"
            description="Empty: no limit"
            min={0}
            max={2_000_000_000}
            allowDecimal={false}
            value={calls}
            onChange={(value) => setCalls(typeof value === 'number' ? value : '')}
          />
          <TextInput
            label="Valid until"
            description="Empty: for good"
            type="date"
            value={expires}
            onChange={(event) => setExpires(event.currentTarget.value)}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={of.pending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The day of an instant where the person is, as a date field has it. */
function dayOf(at: number | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
