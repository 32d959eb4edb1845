import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';

/** What Home will show once there is a case, and what leads to the first one. */
export function FirstSteps() {
  const { permissions } = useSession();
  const actions = [
    { may: permissions.includes('workflows.manage'), to: '/workflows', label: text('home.setUpWorkflow') },
    { may: permissions.includes('keys.read'), to: '/keys', label: text('home.firstCall') },
    { may: permissions.includes('scans.run'), to: '/quick-scans', label: text('home.runQuickScan') },
  ].filter(({ may }) => may);
  return (
    <section className="gh-panel gh-block" aria-label={text('home.noCases')}>
      <Title order={2} size="h5" mb={4}>
        {text('home.noCases')}
      </Title>
      <Text size="sm" className="gh-dim" mb={actions.length > 0 ? 'sm' : 0}>
        {text('home.noCasesWords')}
      </Text>
      <Group gap="xs">
        {actions.map(({ to, label }, index) => (
          <Button
            key={to}
            variant={index === 0 ? 'filled' : 'default'}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {label}
          </Button>
        ))}
      </Group>
    </section>
  );
}
