import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, SegmentedControl, Table, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatZonedInstant, listText, percent } from '../ui/format.ts';
import { whyNot } from './why-not.ts';

type Answer = ConsoleData<'asOf.name'>;
type CustomerType = 'Individual' | 'Business';

/** The end of a day where the person is; what came into force on it counts. */
function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}

/** Whether a name would have been hit on a date. */
export function NameOnDate({ domain }: { readonly domain: string }) {
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const [customerType, setCustomerType] = useState<CustomerType>('Individual');
  const ask = useMutation({
    mutationFn: () =>
      call('asOf.name', {
        params: { domain },
        body: { name, customerType, engines: ['GLOBAL_CHECK', 'WATCHLIST'], at: endOfDay(day) },
      }),
    meta: { isShownInPlace: true },
  });
  const isComplete = name.trim() !== '' && day !== '';
  return (
    <form
      className="gh-panel gh-block"
      aria-label={text('rescreening.nameTitle')}
      // An answer goes as soon as something else is asked.
      onChange={() => ask.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) ask.mutate();
      }}
    >
      <Text size="sm" mb="sm">
        {text('rescreening.nameAbout')}
      </Text>
      <ErrorAlert error={ask.error} mb="sm" />
      <Group align="flex-end" mb="sm">
        <TextInput
          label={text('terms.name')}
          value={name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SegmentedControl
          value={customerType}
          onChange={(value) => setCustomerType(value as CustomerType)}
          data={[
            { value: 'Individual', label: text('rescreening.individual') },
            { value: 'Business', label: text('rescreening.business') },
          ]}
        />
        <TextInput
          type="date"
          label={text('rescreening.date')}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" loading={ask.isPending} disabled={!isComplete}>
          {text('rescreening.screen')}
        </Button>
      </Group>
      <div role="status">{ask.data && <Answered answer={ask.data} at={endOfDay(day)} />}</div>
    </form>
  );
}

function Answered({ answer, at }: { readonly answer: Answer; readonly at: number }) {
  if (answer.kind === 'noLists') return <Text>{text('rescreening.noLists')}</Text>;
  if (answer.kind === 'notRepeatable') {
    return <Text>{text('rescreening.notRepeatable', { why: whyNot(answer.why) })}</Text>;
  }
  const versions = Object.entries(answer.lists).map(([source, version]) => `${listTitle(source)} ${version}`);
  const hits = Object.entries(answer.hits).flatMap(([engine, found]) =>
    found.map((hit) => ({ ...hit, engine: engine as keyof typeof engineTitles })),
  );
  return (
    <>
      <Text fw={600}>{text('rescreening.found', { count: hits.length, at: formatZonedInstant(at) })}</Text>
      <Text size="sm" className="gh-dim">
        {text('rescreening.lists', { lists: listText(versions) })}
      </Text>
      {hits.length > 0 && (
        <FoldingTable
          heads={[
            text('rescreening.score'),
            text('terms.name'),
            text('rescreening.engine'),
            text('rescreening.listVersion'),
          ]}
        >
          {hits.map((hit) => (
            <Table.Tr key={hit.hitId}>
              <Table.Td>{percent(hit.score)}</Table.Td>
              <Table.Td>
                <bdi>{hit.name}</bdi>
              </Table.Td>
              <Table.Td>{engineTitles[hit.engine]}</Table.Td>
              <Table.Td>{`${listTitle(hit.source)} ${answer.lists[hit.source] ?? ''}`}</Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </>
  );
}
