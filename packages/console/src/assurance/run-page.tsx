import { Button, Group, Select, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, fetchFile } from '../api.ts';
import { isSampleOnly, sampleOnlyText } from '../hits/searched-lists.ts';
import { reportLanguage } from '../messages/report-language.ts';
import { text } from '../messages/text.ts';
import { usePageName } from '../navigation/page-name.ts';
import { useSession } from '../session/session.ts';
import { downloadFile } from '../ui/download-file.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { RunState, useRuns } from './assurance-page.tsx';
import { engineText, type Report, type Run, workflowText } from './assurance-texts.ts';
import { BelowLine } from './below-line.tsx';
import { Alerts, ByFact, Figures } from './figures.tsx';
import { MissedRecords } from './missed-records.tsx';
import { NextSteps } from './next-steps.tsx';
import { noComparison, previousTest } from './previous-test.ts';
import { RecallCells } from './recall-cells.tsx';
import { Basis, Differences } from './report-basis.tsx';
import { ThresholdCurve } from './threshold-curve.tsx';

const route = getRouteApi('/assurance/$domain/$assuranceRunId');

/** One test of screening with its report, beside another one where one is chosen. */
export function AssuranceRunPage() {
  const { domain, assuranceRunId } = route.useParams();
  const { compare } = route.useSearch();
  const one = useRun(domain, assuranceRunId);
  const runs = useRuns(domain).data?.runs ?? [];
  const previous = one.data && previousTest(one.data.run, runs)?.assuranceRunId;
  const compared = compare === noComparison ? undefined : (compare ?? previous);
  const other = useRun(domain, compared);
  usePageName(one.data && testName(one.data.run));
  if (one.isError) return <Failure error={one.error} retry={() => void one.refetch()} />;
  if (one.data === undefined) return <PageSkeleton />;
  const { run, report } = one.data;
  return (
    <>
      <Head domain={domain} run={run} />
      {report === null ? (
        <section className="gh-panel gh-block">
          <RunState run={run} />
        </section>
      ) : (
        <>
          <Comparison domain={domain} run={run} runs={runs} compared={compared} />
          <ReportParts report={report} other={other.data?.report ?? undefined}>
            {report.belowLine && (
              <BelowLine
                domain={domain}
                assuranceRunId={assuranceRunId}
                customers={report.belowLine.customers}
              />
            )}
          </ReportParts>
        </>
      )}
    </>
  );
}

function ReportParts(props: {
  readonly report: Report;
  readonly other: Report | undefined;
  /** What people have to do stands before the long tables. */
  readonly children: ReactNode;
}) {
  const { report, other, children } = props;
  return (
    <>
      {isSampleOnly(report.versions.lists, []) && (
        <Text size="sm" className="gh-caution">
          {sampleOnlyText}
        </Text>
      )}
      <Figures report={report} other={other} />
      {other && <Differences report={report} other={other} />}
      <ByFact report={report} other={other} />
      <ThresholdCurve report={report} other={other} />
      {children}
      <RecallCells report={report} other={other} />
      <Alerts report={report} other={other} />
      <MissedRecords report={report} />
      <Basis report={report} />
    </>
  );
}

function useRun(domain: string, assuranceRunId: string | undefined) {
  return useQuery({
    queryKey: ['assurance', domain, assuranceRunId],
    queryFn: ({ signal }) =>
      call('assurance.read', { params: { domain, assuranceRunId: assuranceRunId ?? '' }, signal }),
    enabled: assuranceRunId !== undefined,
    refetchInterval: ({ state }) => (state.data?.run.state === 'ORDERED' ? 2_000 : false),
  });
}

function testName({ orderedAt }: Run): string {
  return text('assurance.reportOf', { at: formatInstant(orderedAt) });
}

const files = ['report.json', 'figures.csv', 'missed.csv', 'attestation.json'] as const;

function Head({ domain, run }: { readonly domain: string; readonly run: Run }) {
  const { permissions } = useSession();
  const queries = useQueryClient();
  const { assuranceRunId } = run;
  const params = { domain, assuranceRunId };
  const cancel = useMutation({
    mutationFn: () => call('assurance.cancel', { params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['assurance', domain] }),
  });
  const save = useMutation({
    mutationFn: async (name: string) =>
      downloadFile(name, await fetchFile('assurance.file', { ...params, assuranceFile: name })),
  });
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Title order={1} size="h3">
          {testName(run)}
        </Title>
        <Group gap="xs" className="gh-unprinted">
          {run.state === 'DONE' && <PdfButton domain={domain} assuranceRunId={assuranceRunId} />}
          {run.state === 'DONE' &&
            files.map((name) => (
              <Button
                key={name}
                variant="default"
                size="xs"
                loading={save.isPending && save.variables === name}
                onClick={() => save.mutate(name)}
              >
                {text(`assurance.file-${name}`)}
              </Button>
            ))}
          {run.state === 'ORDERED' && permissions.includes('assurance.run') && (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {text('assurance.cancelTest')}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        {engineText(run)}
        {run.settings.workflow !== null && <br />}
        {workflowText(run)}
        {run.reportSha256 !== null && (
          <>
            <br />
            {text('assurance.hash')} <code className="gh-hash">{run.reportSha256}</code>
          </>
        )}
      </Text>
      {run.state === 'DONE' && <NextSteps domain={domain} run={run} />}
    </>
  );
}

/** Saves the report as a supervisor reads it; the audit log says so. */
function PdfButton(params: { readonly domain: string; readonly assuranceRunId: string }) {
  const save = useMutation({
    mutationFn: async () =>
      downloadFile(
        'report.pdf',
        await fetchFile('assurance.pdf', { ...params }, { language: reportLanguage() }),
      ),
  });
  return (
    <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
      {text('assurance.file-report.pdf')}
    </Button>
  );
}

/** Which other test the figures are compared with. */
function Comparison(props: {
  readonly domain: string;
  readonly run: Run;
  readonly runs: readonly Run[];
  readonly compared: string | undefined;
}) {
  const { domain, run, runs, compared } = props;
  const navigate = useNavigate();
  const others = runs.filter(
    ({ state, assuranceRunId }) => state === 'DONE' && assuranceRunId !== run.assuranceRunId,
  );
  if (others.length === 0) return null;
  return (
    <Select
      mb="sm"
      maw={560}
      className="gh-unprinted"
      label={text('assurance.compareWith')}
      placeholder={text('assurance.compareNone')}
      clearable
      data={others.map((other) => ({
        value: other.assuranceRunId,
        label: `${formatInstant(other.orderedAt)} · ${engineText(other)}`,
      }))}
      value={compared ?? null}
      onChange={(value) =>
        void navigate({
          to: '/assurance/$domain/$assuranceRunId',
          params: { domain, assuranceRunId: run.assuranceRunId },
          search: { compare: value ?? noComparison },
        })
      }
    />
  );
}
