import type { CaseRisk, CaseSummary } from '@gatehouse/contract';
import { Loader, Popover, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { RiskBar } from './risk-bar.tsx';
import { RiskScore } from './risk-score.tsx';

/** The risk score of a case; a press says how it came about. */
export function RiskPopover({
  caseSummary,
}: {
  readonly caseSummary: Pick<CaseSummary, 'domain' | 'caseNo' | 'riskScore'>;
}) {
  const [opened, setOpened] = useState(false);
  const { domain, caseNo, riskScore } = caseSummary;
  if (riskScore === null) return '—';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <UnstyledButton
          className="gh-risk"
          aria-label={`${text('hits.riskScore')} ${riskScore}. ${text('hits.riskDetails')}`}
          onClick={() => setOpened(!opened)}
        >
          <RiskScore score={riskScore} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${text('hits.riskDetails')}, ${caseNo}`} p="xs">
        {opened && <RiskParts domain={domain} caseNo={caseNo} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Base and points of each reason of a case, read once when shown. */
export function RiskParts(props: {
  readonly domain: string;
  readonly caseNo: string;
  /** What is shown until they are read, and where they cannot be. */
  readonly children?: ReactNode;
}) {
  const key = { domain: props.domain, caseNo: props.caseNo };
  const risk = useQuery({
    queryKey: ['case-risk', key.domain, key.caseNo],
    queryFn: ({ signal }) => call('cases.risk', { params: key, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (risk.data) return <RiskTable risk={risk.data} />;
  if (!risk.isError)
    return props.children ?? <Loader size="sm" role="status" aria-label={text('actions.loading')} />;
  return (
    <>
      {props.children}
      <Failure error={risk.error} retry={() => void risk.refetch()} />
    </>
  );
}

/** The score, then base and points of each reason that lead to it. */
function RiskTable({ risk }: { readonly risk: CaseRisk }) {
  const { score, base, reasons, sum } = risk;
  if (score === null) return <Text size="sm">{text('hits.riskUnknown')}</Text>;
  return (
    <>
      <p className="gh-risk-score">
        {text('hits.riskScore')} <strong className="gh-number">{score}</strong>
        {sum !== null && sum !== score && (
          <span className="gh-dim">{` (${sum}, ${text('hits.riskKept')})`}</span>
        )}
      </p>
      <RiskBar risk={risk} />
      <Table
        withRowBorders={false}
        verticalSpacing={2}
        horizontalSpacing={0}
        aria-label={text('hits.riskDetails')}
      >
        <Table.Tbody>
          {base !== null && <RiskRow name={text('hits.riskBase')} points={String(base)} />}
          {reasons.map(({ reason, points }, index) => (
            <RiskRow
              // A reason may come twice, by two rules.
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
              key={index}
              name={reason}
              points={points === null ? text('hits.pointsUnknown') : signed(points)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function RiskRow({ name, points }: { readonly name: string; readonly points: string }) {
  return (
    <Table.Tr>
      <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Table.Td>
      <Table.Td className="gh-number" ta="end" style={{ paddingInlineStart: 12 }}>
        <bdi dir="ltr">{points}</bdi>
      </Table.Td>
    </Table.Tr>
  );
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}
