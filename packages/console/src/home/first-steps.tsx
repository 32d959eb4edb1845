import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';

/** What Home will show once there is a case, and what leads to the first one. */
export function FirstSteps() {
  const { permissions } = useSession();
  const actions = [
    { may: permissions.includes('workflows.manage'), to: '/workflows', label: 'Set up a workflow' },
    { may: permissions.includes('keys.read'), to: '/keys', label: 'Send a first call' },
    { may: permissions.includes('scans.run'), to: '/quick-scans', label: 'Run a quick scan' },
  ].filter(({ may }) => may);
  return (
    <section className="gh-panel gh-block" aria-label="No cases yet">
      <Title order={2} size="h5" mb={4}>
        No cases yet
      </Title>
      <Text size="sm" className="gh-dim" mb={actions.length > 0 ? 'sm' : 0}>
        A workflow opens a case when it needs a decision. Then you see here the next case with its risk,
        alerts and decisions by day, the age of open cases, and the share decided automatically.
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
