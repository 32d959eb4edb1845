import './checklist.css';
import type { ConsoleData, FirstStep } from '@gatehouse/contract';
import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import { hideChecklist } from './checklist-state.ts';

type Step = ConsoleData<'firstSteps.read'>['steps'][number];

/** Where each step is done. */
const places: Readonly<Record<FirstStep, NonNullable<LinkProps['to']>>> = {
  workflow: '/workflows/templates',
  key: '/keys',
  call: '/keys',
  lists: '/lists',
  case: '/quick-scans',
  webhook: '/webhooks',
  colleague: '/people',
};

/** What is left to set up, ticked by what the service has stored; not there once all of it is done. */
export function Checklist({ tenantId, domain }: { readonly tenantId: string; readonly domain: string }) {
  const { data } = useQuery({
    queryKey: ['first-steps', domain],
    queryFn: ({ signal }) => call('firstSteps.read', { params: { domain }, signal }),
    // Whoever did a step elsewhere, such as in a terminal, comes back to see it ticked.
    refetchInterval: 10_000,
  });
  const steps = data?.steps ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = steps.length > 0 && done === steps.length;
  useEffect(() => {
    if (isComplete) hideChecklist({ tenantId, domain }, 'complete');
  }, [isComplete, tenantId, domain]);
  if (steps.length === 0 || isComplete) return null;
  return (
    <section className="gh-panel gh-block" aria-label={text('setup.title')}>
      <div className="gh-setup-head">
        <Title order={2} size="h5">
          {text('setup.title')}
        </Title>
        <Text size="sm" className="gh-dim" role="status">
          {text('setup.progress', { done, all: steps.length })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => hideChecklist({ tenantId, domain }, 'hidden')}
        >
          {text('setup.hide')}
        </Button>
      </div>
      <ul className="gh-setup">
        {steps.map((step) => (
          <StepRow key={step.step} {...step} />
        ))}
      </ul>
    </section>
  );
}

function StepRow({ step, isDone, mayAct }: Step) {
  const { permissions } = useSession();
  // The page says what the operator has to do, also to those who cannot do it.
  const opens = mayAct || (step === 'lists' && permissions.includes('lists.read'));
  return (
    <li data-done={isDone || undefined}>
      <Icon of={isDone ? CircleCheck : Circle} size={20} />
      <div>
        <Text size="sm" fw={500}>
          {text(`setup.step-${step}`)}
          <VisuallyHidden> {isDone ? text('setup.done') : text('setup.toDo')}</VisuallyHidden>
        </Text>
        {!isDone && (
          <Text size="sm" className="gh-dim">
            {step === 'lists' && !mayAct ? text('setup.listsByOthers') : text(`setup.words-${step}`)}
          </Text>
        )}
      </div>
      {!isDone && opens && (
        <Button variant="default" renderRoot={(root) => <Link to={places[step]} {...root} />}>
          {text(`setup.open-${step}`)}
        </Button>
      )}
    </li>
  );
}
