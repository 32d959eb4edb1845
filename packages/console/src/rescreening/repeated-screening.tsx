import type { ConsoleData } from '@gatehouse/contract';
import { Button, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatNumber, formatZonedInstant, listText } from '../ui/format.ts';
import { whyNot } from './why-not.ts';

type Report = ConsoleData<'asOf.execution'>;
type Screening = Extract<Report, { kind: 'repeated' }>['screenings'][number];
type Result = Screening['results'][number];

/** Runs the screenings of an execution or a quick scan again, and shows whether the hits are the same. */
export function RepeatedScreening(props: {
  readonly domain: string;
  readonly of: 'execution' | 'scan';
  readonly id: string;
}) {
  const { domain, of, id } = props;
  // An act, not a query: each run has an audit record, and nothing but a person starts it.
  const run = useMutation({
    mutationFn: (): Promise<Report> =>
      of === 'execution'
        ? call('asOf.execution', { params: { domain, executionId: id } })
        : call('asOf.scan', { params: { domain, scanId: id } }),
    meta: { isShownInPlace: true },
  });
  return (
    <section className="gh-panel gh-block" aria-label={text('rescreening.again')}>
      <Text size="sm" mb="sm">
        {text('rescreening.about')}
      </Text>
      <ErrorAlert error={run.error} mb="sm" />
      <Button mb="sm" loading={run.isPending} onClick={() => run.mutate()}>
        {text('rescreening.run')}
      </Button>
      <div role="status">{run.data && <Shown report={run.data} />}</div>
    </section>
  );
}

function Shown({ report }: { readonly report: Report }) {
  if (report.kind === 'erased') {
    return <Text>{text('rescreening.erased', { records: listText(report.auditRecords) })}</Text>;
  }
  if (report.screenings.length === 0) return <Text>{text('rescreening.nobody')}</Text>;
  return report.screenings.map((screening) => (
    <OneScreening key={screening.sequence} screening={screening} />
  ));
}

function OneScreening({ screening }: { readonly screening: Screening }) {
  const { at, lists, runtime, results } = screening;
  const named = Object.entries(lists).map(([source, version]) => `${listTitle(source)} ${version}`);
  return (
    <>
      <Text fw={600}>{formatZonedInstant(at)}</Text>
      <Text size="sm" className="gh-dim">
        {text('rescreening.lists', { lists: listText(named) })}
      </Text>
      {runtime && (
        <Text size="sm" className="gh-dim">
          {text('rescreening.runOn', {
            version: runtime.engineVersion,
            sha256: runtime.sha256,
            node: runtime.ranOn.node,
            icu: runtime.ranOn.icu,
          })}
        </Text>
      )}
      {runtime && runtime.archivedOn.icu !== runtime.ranOn.icu && (
        <Text size="sm" className="gh-contradict">
          {text('rescreening.otherIcu', { icu: runtime.archivedOn.icu })}
        </Text>
      )}
      <FoldingTable
        heads={[
          text('rescreening.engine'),
          text('rescreening.subject'),
          text('rescreening.hits'),
          text('rescreening.result'),
        ]}
      >
        {results.map((result) => (
          <Table.Tr key={`${result.subjectIndex} ${result.engine}`}>
            <Table.Td>{engineTitles[result.engine]}</Table.Td>
            <Table.Td>{formatNumber(result.subjectIndex + 1)}</Table.Td>
            <Table.Td>{formatNumber(result.hits)}</Table.Td>
            <Table.Td className={result.state === 'DIFFERENT' ? 'gh-contradict' : ''}>
              {resultText(result)}
            </Table.Td>
          </Table.Tr>
        ))}
      </FoldingTable>
    </>
  );
}

function resultText({ state, differences, why }: Result): string {
  if (state === 'SAME') return text('rescreening.same');
  if (why) return text('rescreening.notRepeatable', { why: whyNot(why) });
  const named = differences.map(({ hitId, kind }) => `${hitId} (${text(`rescreening.is-${kind}`)})`);
  return text('rescreening.different', { hits: listText(named) });
}
