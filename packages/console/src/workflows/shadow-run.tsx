import type { WorkflowDetail } from '@gatehouse/contract';
import { lazy, Suspense } from 'react';
import { withPageTexts } from '../messages/text.ts';

const load = withPageTexts('shadow', () => import('../shadow/shadow-view.tsx'));
const ShadowView = lazy(async () => ({ default: (await load()).ShadowView }));

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
