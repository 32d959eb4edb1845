import type { ConsoleData, RetentionPeriodView } from '@gatehouse/contract';
import { Button, Table, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { text } from '../messages/text.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { fromText, kindText, reasonText, ruleText } from './retention-texts.ts';

export type RetentionList = UseQueryResult<ConsoleData<'retention.read'>>;

const origins = {
  default: text('retention.fromDefault'),
  tenant: text('retention.fromTenant'),
  domain: text('retention.fromDomain'),
} as const;

/** The period of each kind of data, what it is counted from, and why. */
export function Periods(props: {
  readonly domain: string;
  readonly list: RetentionList;
  readonly mayManage: boolean;
}) {
  const { domain, list, mayManage } = props;
  const [changed, setChanged] = useState<RetentionPeriodView>();
  const periods = list.data?.periods ?? [];
  const heads = [
    text('retention.kind'),
    text('retention.period'),
    text('retention.countedFrom'),
    text('retention.defaultReason'),
  ];
  return (
    <>
      <Title order={2} size="h5" mt="lg" mb={4}>
        {text('retention.periods')}
      </Title>
      <RecordTable
        list={list}
        heads={mayManage ? [...heads, text('actions.title')] : heads}
        label={text('retention.periods')}
        count={periods.length}
        empty=""
      >
        {periods.map((period) => (
          <Table.Tr key={period.kind}>
            <Table.Td>{kindText(period.kind)}</Table.Td>
            <Table.Td>
              {ruleText(period.kind, period.rule)}
              <Text size="xs" className="gh-dim gh-fold-note">
                {origins[period.from]}
              </Text>
            </Table.Td>
            <Table.Td>{fromText(period.kind, period.rule)}</Table.Td>
            <Table.Td>
              <Text span size="sm" className="gh-dim">
                {reasonText(period.kind)}
              </Text>
            </Table.Td>
            {mayManage && (
              <Table.Td className="gh-fold-plain">
                <Button
                  variant="default"
                  aria-label={text('entities.labelled', {
                    name: text('retention.change'),
                    value: kindText(period.kind),
                  })}
                  onClick={() => setChanged(period)}
                >
                  {text('retention.change')}
                </Button>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </RecordTable>
      <ChangeDialog domain={domain} period={changed} close={() => setChanged(undefined)} />
    </>
  );
}
