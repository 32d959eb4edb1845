import type { ConsoleData } from '@gatehouse/contract';
import { Checkbox, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatAge, formatInstant, labelOf } from '../ui/format.ts';
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
          description="A submit or a person may say otherwise of one customer; what was said last counts."
          checked={edited.value}
          disabled={!mayChange}
          onChange={(event) => edited.write(event.currentTarget.checked)}
        />
        <Text size="xs" className="gh-dim" mt="sm">
          Whoever is monitored is screened within seconds after a list changes, and the monitoring workflow of
          the domain is started for those with new hits. It costs no unit and no credit; screenings are
          metered.
        </Text>
      </SettingForm>
      <Title order={2} size="h5" mb="xs">
        Who is monitored
      </Title>
      <RecordTable
        list={figures}
        heads={['Domain', 'Workflow', 'Monitored', 'Why', 'Last run', 'In 30 days']}
        label="Who is monitored"
        count={domains.length}
        empty="No domain."
      >
        {domains.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} isDefault={setting.value} />
        ))}
      </RecordTable>
      <Confirm
        opened={asks}
        title={edited.value ? 'Monitor everybody by default?' : 'Monitor nobody by default?'}
        words={
          edited.value
            ? `Customers of whom nothing was said become monitored: ${concerned}. Everybody who is monitored is screened anew in each domain with a monitoring workflow.`
            : `Customers of whom nothing was said are no longer screened when a list changes: ${concerned}.`
        }
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
            None for PERIODIC_FLOW_EVENT: nobody is monitored here
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
        {domain.byDefault} by the default ({isDefault ? 'on' : 'off'}), {domain.chosen} chosen,{' '}
        {domain.excepted} excepted
      </Table.Td>
      <Table.Td>{lastRun === null ? 'none yet' : <Run run={lastRun} />}</Table.Td>
      <Table.Td>
        {month.runs} runs{month.failedRuns > 0 && `, ${month.failedRuns} failed`}; {month.screened}{' '}
        screenings, {month.executions} workflows started
        {month.failures > 0 && (
          <Text size="sm" className="gh-contradict">
            Could not be screened: {month.failures}
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
          `${run.customersScreened} screened, ${run.alerts} with news, ${run.failures} failures`}
      </Text>
    </>
  );
}
