import type { WorkflowDetail } from '@gatehouse/contract';
import { lazy, Suspense } from 'react';
import { withPageTexts } from '../messages/text.ts';
import { useSession } from '../session/session.ts';

const load = withPageTexts('previews', () => import('../previews/draft-preview.tsx'));
const DraftPreview = lazy(async () => ({ default: (await load()).DraftPreview }));

/** Offers a preview of a monitoring workflow's screening before it is published or approved. */
export function SettingsPreview(props: {
  readonly domain: string;
  readonly definition: WorkflowDetail['draft'];
}) {
  const { permissions } = useSession();
  const mayOrder = permissions.includes('monitoring.order') && permissions.includes('customers.read');
  const { eventType } = (props.definition ?? {}) as { readonly eventType?: unknown };
  if (!mayOrder || eventType !== 'PERIODIC_FLOW_EVENT') return null;
  return (
    <Suspense>
      <DraftPreview {...props} />
    </Suspense>
  );
}
