import { Group, SegmentedControl, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lastDays } from '../charts/figure-days.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { timeZone } from '../ui/format.ts';
import { GroupWorkChart } from './group-work.tsx';
import { Headlines } from './headlines.tsx';
import { HostedStepsCharts } from './hosted-steps.tsx';
import { PrecisionCharts } from './precision.tsx';

const route = getRouteApi('/figures');

const periods = [14, 30, 90] as const;

/** How the work goes: by group, by list and rule, by step of an end user. Each figure leads to its rows. */
export function FiguresPage() {
  const { days: asked } = route.useSearch();
  const days = periods.find((each) => each === asked) ?? 30;
  const navigate = useNavigate();
  const domain = useDomain();
  const { permissions } = useSession();
  const period = { ...lastDays(days), timeZone };
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {text('figures.title')}
        </Title>
        <Group gap="xs">
          <span className="gh-dim">{text('figures.daysIn', { zone: timeZone })}</span>
          <SegmentedControl
            size="xs"
            aria-label={text('figures.period')}
            data={periods.map((count) => ({ value: String(count), label: text('figures.days', { count }) }))}
            value={String(days)}
            onChange={(value) => void navigate({ to: '/figures', search: { days: Number(value) } })}
          />
        </Group>
      </Group>
      <Headlines domain={domain} period={period} />
      {permissions.includes('cases.read') && <GroupWorkChart domain={domain} period={period} />}
      {permissions.includes('customers.read') && <PrecisionCharts domain={domain} period={period} />}
      {permissions.includes('executions.read') && <HostedStepsCharts domain={domain} period={period} />}
    </>
  );
}
