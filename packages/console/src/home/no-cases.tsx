import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';

/** What Home will show once there is a case, and what leads to the first one. */
export function NoCases() {
  const { permissions } = useSession();
  return (
    <section className="gh-panel gh-block" aria-label={text('home.noCases')}>
      <Title order={2} size="h5" mb={4}>
        {text('home.noCases')}
      </Title>
      <Text size="sm" className="gh-dim">
        {text('home.noCasesWords')}
      </Text>
      {permissions.includes('scans.run') && (
        <Button variant="default" mt="sm" renderRoot={(root) => <Link to="/quick-scans" {...root} />}>
          {text('home.runQuickScan')}
        </Button>
      )}
    </section>
  );
}
