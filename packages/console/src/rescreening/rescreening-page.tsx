import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { NameOnDate } from './name-on-date.tsx';
import { RepeatedScreening } from './repeated-screening.tsx';

const route = getRouteApi('/rescreening');

/** Screenings as of another day: of an execution or a quick scan, and of a name on a date. */
export function RescreeningPage() {
  const { permissions } = useSession();
  const chosen = useDomain();
  const { domain = chosen, execution, scan } = route.useSearch();
  const id = execution ?? scan;
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('terms.screenAsOf')}
      </Title>
      {id !== undefined && (
        <RepeatedScreening
          key={id}
          domain={domain}
          of={execution === undefined ? 'scan' : 'execution'}
          id={id}
        />
      )}
      {permissions.includes('scans.run') && <NameOnDate domain={domain} />}
    </>
  );
}
