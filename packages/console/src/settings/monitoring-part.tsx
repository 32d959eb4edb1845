import type { ConsoleData } from '@gatehouse/contract';
import { Checkbox, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatAge, formatZonedInstant, labelOf } from '../ui/format.ts';
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
        title={text('settings.monitoringTitle')}
        origin={setting}
        setting={edited}
        mayChange={mayChange}
        save={() => setAsks(true)}
      >
        <Checkbox
          label={text('settings.monitorNew')}
          description={text('settings.monitorNewWords')}
          checked={edited.value}
          disabled={!mayChange}
          onChange={(event) => edited.write(event.currentTarget.checked)}
        />
        <Text size="xs" className="gh-dim" mt="sm">
          {text('settings.monitoringWords')}
        </Text>
      </SettingForm>
      <Title order={2} size="h5" mb="xs">
        {text('settings.monitored')}
      </Title>
      <RecordTable
        list={figures}
        heads={[
          text('terms.domain'),
          text('settings.workflow'),
          text('settings.monitoredShort'),
          text('settings.byChoice'),
          text('settings.lastRun'),
          text('settings.last30Days'),
        ]}
        label={text('settings.monitored')}
        count={domains.length}
        empty={text('settings.noDomains')}
      >
        {domains.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} isDefault={setting.value} />
        ))}
      </RecordTable>
      <Confirm
        opened={asks}
        title={edited.value ? text('settings.monitorAsk') : text('settings.stopAsk')}
        words={
          edited.value
            ? text('settings.monitorAskWords', { customers: concerned })
            : text('settings.stopAskWords', { customers: concerned })
        }
        action={edited.value ? text('settings.startMonitoring') : text('settings.stopMonitoring')}
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
            {text('settings.noWorkflow', { event: labelOf('PERIODIC_FLOW_EVENT') })}
          </Text>
        ) : (
          <Link
            to="/workflows/$domain/$workflowId"
            params={{ domain: domain.domain, workflowId: workflow.workflowId }}
          >
            {text('settings.workflowVersion', { name: workflow.name, version: workflow.version })}
          </Link>
        )}
      </Table.Td>
      <Table.Td className="gh-number">
        {text('settings.monitoredOf', {
          monitored: workflow === null ? 0 : domain.monitored,
          customers: domain.customers,
        })}
      </Table.Td>
      <Table.Td>
        {text(isDefault ? 'settings.choicesOn' : 'settings.choicesOff', {
          byDefault: domain.byDefault,
          chosen: domain.chosen,
          excepted: domain.excepted,
        })}
      </Table.Td>
      <Table.Td>{lastRun === null ? text('settings.noRun') : <Run run={lastRun} />}</Table.Td>
      <Table.Td>
        {monthText(month)}
        {month.failures > 0 && (
          <Text size="sm" className="gh-contradict">
            {text('settings.failedScreenings', { count: month.failures })}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Run({ run }: { readonly run: NonNullable<Domain['lastRun']> }) {
  const at = run.finishedAt ?? run.startedAt ?? run.orderedAt;
  const { state, failure, customersScreened, alerts, failures } = run;
  return (
    <>
      <Text size="sm" title={formatZonedInstant(at)} className={state === 'FAILED' ? 'gh-contradict' : ''}>
        {text('settings.runState', { state: text(`settings.run-${state}`), age: formatAge(at) })}
      </Text>
      <Text size="xs" className="gh-dim">
        {failure !== null
          ? failureText(failure)
          : text('settings.runFigures', {
              screened: customersScreened,
              alerts,
              failures: text('settings.failures', { count: failures }),
            })}
      </Text>
    </>
  );
}

/** What monitoring did in a domain within thirty days. */
function monthText({ runs, failedRuns, screened, executions }: Domain['month']): string {
  const runsText = text('settings.runs', { count: runs });
  return text('settings.month', {
    runs: failedRuns > 0 ? text('settings.runsFailed', { runs: runsText, failed: failedRuns }) : runsText,
    screenings: text('settings.screenings', { count: screened }),
    workflows: text('settings.workflowsStarted', { count: executions }),
  });
}
