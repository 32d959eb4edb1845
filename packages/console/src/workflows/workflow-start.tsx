import type { WorkflowSummary } from '@gatehouse/contract';
import { lazy, Suspense } from 'react';
import { text, withPageTexts } from '../messages/text.ts';

const load = withPageTexts('routing', () => import('../routing/workflow-start.tsx'));
const State = lazy(async () => ({ default: (await load()).StartState }));
const Notice = lazy(async () => ({ default: (await load()).ReplacedNotice }));
const Badge = lazy(async () => ({ default: (await load()).StartsOn }));
const Label = lazy(async () => ({ default: (await load()).PublishAgainLabel }));

const loadReplacement = withPageTexts('routing', () => import('../routing/replacement.tsx'));
const Replaced = lazy(async () => ({ default: (await loadReplacement()).Replacement }));

/** Whether submits start a published workflow of the list, or which one they start instead. */
export function StartState(props: { readonly workflow: WorkflowSummary }) {
  return (
    <Suspense>
      <State {...props} />
    </Suspense>
  );
}

/** Says in the editor that another workflow starts instead. */
export function ReplacedNotice(props: { readonly workflow: WorkflowSummary; readonly mayWrite: boolean }) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
}

/** The event on which the published version starts. */
export function StartsOn(props: { readonly route: NonNullable<WorkflowSummary['publishedRoute']> }) {
  return (
    <Suspense>
      <Badge {...props} />
    </Suspense>
  );
}

export function PublishAgainLabel() {
  return (
    <Suspense fallback={text('workflows.publish')}>
      <Label />
    </Suspense>
  );
}

/** The workflows that start in another way once a draft is published. */
export function Replacement(props: {
  readonly domain: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly workflowId: string | undefined;
}) {
  return (
    <Suspense>
      <Replaced {...props} />
    </Suspense>
  );
}
