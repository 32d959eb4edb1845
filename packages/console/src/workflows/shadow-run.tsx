import type { WorkflowDetail } from '@gatehouse/contract';
import { lazy, Suspense } from 'react';
import { withPageTexts } from '../messages/text.ts';

const load = withPageTexts('shadow', () => import('../shadow/shadow-view.tsx'));
const ShadowView = lazy(async () => ({ default: (await load()).ShadowView }));

const loadResult = withPageTexts('shadow', () => import('../shadow/shadow-result.tsx'));
const Result = lazy(async () => ({ default: (await loadResult()).ShadowResult }));

/** What a shadow run found of a draft, before somebody publishes or approves it. */
export function ShadowResult(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly revision: string | undefined;
  readonly show: (() => void) | undefined;
}) {
  return (
    <Suspense>
      <Result {...props} />
    </Suspense>
  );
}

/** The saved draft beside the published version. */
export function ShadowRun(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly isDirty: boolean;
}) {
  return (
    <Suspense>
      <ShadowView {...props} />
    </Suspense>
  );
}
