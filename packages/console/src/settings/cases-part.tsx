import type { CaseRules } from '@gatehouse/contract';
import { Checkbox, Group, NumberInput, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { faultOf, type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

/** Rules as the form has them; empty where nothing is said. */
interface Draft {
  readonly dueHours: number | '';
  readonly isUrgent: boolean;
  readonly riskFrom: number | '';
  readonly urgentHours: number | '';
  readonly holdSeconds: number | '';
}

const fields = ['cases.dueHours', 'cases.urgent.riskFrom', 'cases.urgent.dueHours', 'cases.holdSeconds'];

/** Within what time cases are to be resolved, how long a decision can be taken back, and which open ones other times would put over it. */
export function CasesPart(props: {
  readonly setting: Setting<CaseRules | null>;
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = props;
  const edited = useSetting({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeCases', { body: { expectedVersion, cases: rulesOf(value) } }),
  });
  const { value } = edited;
  const number = (key: 'dueHours' | 'riskFrom' | 'urgentHours' | 'holdSeconds', field: string) => ({
    value: value[key],
    readOnly: !mayChange,
    error: faultOf(edited.error, field),
    onChange: (entered: number | string) =>
      edited.write({ ...value, [key]: typeof entered === 'number' ? entered : '' }),
  });
  return (
    <>
      <SettingForm
        title="Case deadlines and decisions"
        origin={setting}
        setting={edited}
        mayChange={mayChange}
        fields={fields}
      >
        <Stack gap="sm" maw={560}>
          <NumberInput
            label="Due after (hours)"
            description="Calendar hours after opening. Empty: cases have no deadline."
            min={0.1}
            max={8760}
            {...number('dueHours', 'cases.dueHours')}
          />
          <Checkbox
            label="Shorter deadline for high risk scores"
            checked={value.isUrgent}
            disabled={!mayChange}
            onChange={(event) => edited.write({ ...value, isUrgent: event.currentTarget.checked })}
          />
          {value.isUrgent && (
            <Group grow align="start">
              <NumberInput
                label="Minimum risk score"
                required
                min={0}
                max={1_000_000}
                {...number('riskFrom', 'cases.urgent.riskFrom')}
              />
              <NumberInput
                label="High-risk cases due after (hours)"
                required
                min={0.1}
                max={8760}
                {...number('urgentHours', 'cases.urgent.dueHours')}
              />
            </Group>
          )}
          <Text size="xs" className="gh-dim">
            Applies to cases opened after you save. Open cases keep their deadline.
          </Text>
          <NumberInput
            label="Take back decisions for (seconds)"
            description="How long a decision made on a case page can be taken back before it is final. Default: 10. 0 turns this off."
            min={0}
            max={60}
            allowDecimal={false}
            {...number('holdSeconds', 'cases.holdSeconds')}
          />
        </Stack>
      </SettingForm>
      {mayChange && <Forecast draft={value} />}
    </>
  );
}

/** Open cases as if they had been opened with the values of the form. */
function Forecast({ draft }: { readonly draft: Draft }) {
  const [asked] = useDebouncedValue(draft, 300);
  const { dueHours, isUrgent, riskFrom, urgentHours } = asked;
  const hasUrgent = isUrgent && riskFrom !== '' && urgentHours !== '';
  const query = {
    ...(dueHours !== '' && { dueHours }),
    ...(hasUrgent && { urgentFrom: riskFrom, urgentHours }),
  };
  const forecast = useQuery({
    queryKey: ['case-forecast', query],
    queryFn: ({ signal }) => call('settings.forecastCases', { query, signal }),
    placeholderData: (before) => before,
  });
  const domains = forecast.data?.domains ?? [];
  return (
    <>
      <Title order={2} size="h5" mb="xs">
        If these deadlines applied to open cases
      </Title>
      <RecordTable
        list={forecast}
        heads={['Domain', 'Open', 'Overdue now', 'Would be overdue', 'Would be due in four hours']}
        label="If these deadlines applied to open cases"
        count={domains.length}
        empty="No domains."
      >
        {domains.map(({ domain, open, overdue, would, wouldSoon }) => (
          <Table.Tr key={domain}>
            <Table.Th scope="row">{domain}</Table.Th>
            <Table.Td className="gh-number">{open}</Table.Td>
            <Table.Td className="gh-number">{overdue}</Table.Td>
            <Table.Td className="gh-number">{would}</Table.Td>
            <Table.Td className="gh-number">{wouldSoon}</Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}

function draftOf(rules: CaseRules | null): Draft {
  return {
    dueHours: rules?.dueHours ?? '',
    isUrgent: rules?.urgent !== undefined,
    riskFrom: rules?.urgent?.riskFrom ?? '',
    urgentHours: rules?.urgent?.dueHours ?? '',
    holdSeconds: rules?.holdSeconds ?? '',
  };
}

function rulesOf({ dueHours, isUrgent, riskFrom, urgentHours, holdSeconds }: Draft): CaseRules | null {
  const hasUrgent = isUrgent && riskFrom !== '' && urgentHours !== '';
  if (dueHours === '' && !hasUrgent && holdSeconds === '') return null;
  return {
    ...(dueHours !== '' && { dueHours }),
    ...(hasUrgent && { urgent: { riskFrom, dueHours: urgentHours } }),
    ...(holdSeconds !== '' && { holdSeconds }),
  };
}
