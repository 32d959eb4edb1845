import type { CaseRules } from '@gatehouse/contract';
import {
  Checkbox,
  Group,
  NumberInput,
  type NumberInputProps,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { faultOf, type Setting, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';
import { SettingSection } from './setting-section.tsx';

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
  const number: NumberField = (key, field) => ({
    value: value[key],
    readOnly: !mayChange,
    error: faultOf(edited.error, field),
    onChange: (entered: number | string) =>
      edited.write({ ...value, [key]: typeof entered === 'number' ? entered : '' }),
  });
  return (
    <>
      <SettingForm
        title={text('settings.cases')}
        origin={setting}
        setting={edited}
        mayChange={mayChange}
        fields={fields}
      >
        <Stack gap="lg">
          <SettingSection title={text('settings.deadlines')}>
            <Stack gap="sm">
              <NumberInput
                label={text('settings.dueAfter')}
                description={text('settings.dueAfterWords')}
                min={0.1}
                max={8760}
                {...number('dueHours', 'cases.dueHours')}
              />
              <Checkbox
                label={text('settings.urgent')}
                checked={value.isUrgent}
                disabled={!mayChange}
                onChange={(event) => edited.write({ ...value, isUrgent: event.currentTarget.checked })}
              />
              {value.isUrgent && <UrgentFields number={number} />}
              <Text size="xs" className="gh-dim">
                {text('settings.appliesAfter')}
              </Text>
            </Stack>
          </SettingSection>
          <SettingSection title={text('settings.decisions')}>
            <NumberInput
              label={text('settings.takeBack')}
              description={text('settings.takeBackWords')}
              min={0}
              max={60}
              allowDecimal={false}
              {...number('holdSeconds', 'cases.holdSeconds')}
            />
          </SettingSection>
        </Stack>
      </SettingForm>
      {mayChange && <Forecast draft={value} />}
    </>
  );
}

/** Gives the field of a number its value, and what to do with another one. */
type NumberField = (
  key: 'dueHours' | 'riskFrom' | 'urgentHours' | 'holdSeconds',
  field: string,
) => Pick<NumberInputProps, 'value' | 'readOnly' | 'error' | 'onChange'>;

function UrgentFields({ number }: { readonly number: NumberField }) {
  return (
    <Group grow align="start">
      <NumberInput
        label={text('settings.riskFrom')}
        required
        min={0}
        max={1_000_000}
        {...number('riskFrom', 'cases.urgent.riskFrom')}
      />
      <NumberInput
        label={text('settings.urgentAfter')}
        required
        min={0.1}
        max={8760}
        {...number('urgentHours', 'cases.urgent.dueHours')}
      />
    </Group>
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
        {text('settings.forecast')}
      </Title>
      <RecordTable
        list={forecast}
        heads={[
          text('terms.domain'),
          text('settings.open'),
          text('settings.overdueNow'),
          text('settings.wouldBeOverdue'),
          text('settings.wouldBeSoon'),
        ]}
        label={text('settings.forecast')}
        count={domains.length}
        empty={text('settings.noDomains')}
      >
        {domains.map(({ domain, open, overdue, would, wouldSoon }) => (
          <Table.Tr key={domain}>
            <Table.Th scope="row">{domain}</Table.Th>
            <Table.Td className="gh-number">{formatNumber(open)}</Table.Td>
            <Table.Td className="gh-number">{formatNumber(overdue)}</Table.Td>
            <Table.Td className="gh-number">{formatNumber(would)}</Table.Td>
            <Table.Td className="gh-number">{formatNumber(wouldSoon)}</Table.Td>
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
