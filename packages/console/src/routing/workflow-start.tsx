import type { WorkflowSummary } from '@gatehouse/contract';
import { Alert, Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';

type Named = Pick<WorkflowSummary, 'workflowId' | 'name'>;

/** Whether submits start a published workflow, or which one they start instead. */
export function StartState({ workflow }: { readonly workflow: WorkflowSummary }) {
  const { domain, publishedRoute, startsInstead } = workflow;
  if (publishedRoute === null) return null;
  return (
    <Text size="xs">
      {startsInstead === null ? (
        text('routing.started')
      ) : (
        <Sentence
          name="routing.replaced"
          parts={{ workflow: <WorkflowLink domain={domain} workflow={startsInstead} /> }}
        />
      )}
    </Text>
  );
}

/** Says that another workflow starts instead, and the way back. */
export function ReplacedNotice(props: { readonly workflow: WorkflowSummary; readonly mayWrite: boolean }) {
  const { domain, publishedRoute, startsInstead } = props.workflow;
  if (publishedRoute === null || startsInstead === null) return null;
  return (
    <Alert color="orange" variant="outline" mb="xs" title={text('routing.notStarted')}>
      <Text size="sm">
        <Sentence
          name="routing.startsInstead"
          parts={{
            event: labelOf(publishedRoute.eventType),
            source: publishedRoute.source,
            domain,
            workflow: <WorkflowLink domain={domain} workflow={startsInstead} />,
          }}
        />{' '}
        {props.mayWrite && text('routing.wayBack')}
      </Text>
    </Alert>
  );
}

export function StartsOn({ route }: { readonly route: NonNullable<WorkflowSummary['publishedRoute']> }) {
  return <Badge color="gray">{text('routing.startsOn', { event: labelOf(route.eventType) })}</Badge>;
}

export function PublishAgainLabel() {
  return text('routing.publishAgain');
}

function WorkflowLink({ domain, workflow }: { readonly domain: string; readonly workflow: Named }) {
  return (
    <Link to="/workflows/$domain/$workflowId" params={{ domain, workflowId: workflow.workflowId }}>
      {workflow.name}
    </Link>
  );
}
