import type { ConsoleData } from '@gatehouse/contract';
import { Checkbox, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { counted, formatAge, formatInstant, labelOf } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

type Domain = ConsoleData<'settings.monitoringFigures'>['domains'][number];

/** Who is screened again when a list changes, by what workflow, and what came of it. */
export function MonitoringPart(props: { readonly setting: Setting<boolean>; readonly mayChange: boolean }) {
  const { setting, mayChange } = props;
  const edited = useSetting({
    stored: setting,
    send: ({ expectedVersion, value }) =>
      call('settings.changeMonitoring', { body: { expectedVersion, default: value } }).finally(() =>
        setAsks(false),
      ),
    concerns: 'monitoring-figures',
  });
  const [asks, setAsks] = useState(false);
  const figures = useQuery({
    queryKey: ['monitoring-figures'],
    queryFn: ({ signal }) => call('settings.monitoringFigures', { signal }),
    refetchInterval: false,
  });
  const domains = figures.data?.domains ?? [];
  const concerned = domains.reduce((sum, { byDefault }) => sum + byDefault, 0);
  return (
    <>
      <SettingForm
        title="Continuous monitoring"
        origin={setting}
        setting={edited}
        mayChange={mayChange}
        save={() => setAsks(true)}
      >
        <Checkbox
          label="Monitor new customers by default"
          description="A submit or a user can override this for one customer. The latest choice counts."
          checked={edited.value}
          disabled={!mayChange}
          onChange={(event) => edited.write(event.currentTarget.checked)}
        />
        <Text size="xs" className="gh-dim" mt="sm">
          Monitored customers are screened again when a list changes. New hits start the monitoring workflow
          of the domain. Monitoring uses no units or credits. Billing usage counts its screenings.
        </Text>
      </SettingForm>
      <Title order={2} size="h5" mb="xs">
        Monitored customers
      </Title>
      <RecordTable
        list={figures}
        heads={['Domain', 'Workflow', 'Monitored', 'By choice', 'Last run', 'Last 30 days']}
        label="Monitored customers"
        count={domains.length}
        empty="No domains."
      >
        {domains.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} isDefault={setting.value} />
        ))}
      </RecordTable>
      <Confirm
        opened={asks}
        title={edited.value ? 'Monitor customers by default?' : 'Stop monitoring by default?'}
        words={
          edited.value
            ? `Customers without their own setting become monitored: ${concerned}. All monitored customers are screened again in each domain with a monitoring workflow.`
            : `Customers without their own setting are no longer screened when a list changes: ${concerned}.`
        }
        action={edited.value ? 'Start monitoring' : 'Stop monitoring'}
        pending={edited.isSaving}
        confirm={() => edited.save()}
        cancel={() => setAsks(false)}
      />
    </>
  );
}

function DomainRow({ domain, isDefault }: { readonly domain: Domain; readonly isDefault: boolean }) {
  const { workflow, lastRun, month } = domain;
  return (
    <Table.Tr>
      <Table.Th scope="row">{domain.domain}</Table.Th>
      <Table.Td>
        {workflow === null ? (
          <Text size="sm" className="gh-dim">
            No published workflow for {labelOf('PERIODIC_FLOW_EVENT')}: not monitored
          </Text>
        ) : (
          <Link
            to="/workflows/$domain/$workflowId"
            params={{ domain: domain.domain, workflowId: workflow.workflowId }}
          >
            {workflow.name}, version {workflow.version}
          </Link>
        )}
      </Table.Td>
      <Table.Td className="gh-number">
        {workflow === null ? 0 : domain.monitored} of {domain.customers}
      </Table.Td>
      <Table.Td>
        {domain.byDefault} by default ({isDefault ? 'on' : 'off'}), {domain.chosen} opted in,{' '}
        {domain.excepted} opted out
      </Table.Td>
      <Table.Td>{lastRun === null ? 'none yet' : <Run run={lastRun} />}</Table.Td>
      <Table.Td>
        {counted(month.runs, 'run')}
        {month.failedRuns > 0 && `, ${month.failedRuns} failed`}; {counted(month.screened, 'screening')},{' '}
        {counted(month.executions, 'workflow')} started
        {month.failures > 0 && (
          <Text size="sm" className="gh-contradict">
            Failed screenings: {month.failures}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Run({ run }: { readonly run: NonNullable<Domain['lastRun']> }) {
  const at = run.finishedAt ?? run.startedAt ?? run.orderedAt;
  return (
    <>
      <Text size="sm" title={formatInstant(at)} className={run.state === 'FAILED' ? 'gh-contradict' : ''}>
        {labelOf(run.state)}, {formatAge(at)}
      </Text>
      <Text size="xs" className="gh-dim">
        {run.failure ??
          `${run.customersScreened} screened, ${run.alerts} with new hits, ${counted(run.failures, 'failure')}`}
      </Text>
    </>
  );
}
