import type { Database } from '../../database/database.ts';
import type { ListUpdates } from '../../lists/updates/index.ts';
import type { Monitoring, PresentScreening } from '../index.ts';
import type { PreviewedCustomer, PreviewFigures } from './preview-rows.ts';

/** What previews work with: what monitoring itself works with. */
export interface PreviewTools {
  readonly database: Database;
  readonly monitoring: Pick<Monitoring, 'previews'>;
  readonly updates: Pick<ListUpdates, 'preview'>;
}

/** What a preview comes to; a text says why there is nothing to tell. */
export type Previewed =
  | string
  | {
      readonly result: Omit<PreviewFigures, 'pace' | 'workedMs'>;
      readonly customers: readonly Omit<PreviewedCustomer, 'customerName'>[];
    };

export const notMonitored = 'no customers are monitored: no workflow for PERIODIC_FLOW_EVENT is published';
export const notStarted = 'monitoring of this domain has not begun: its first run screens every customer';

/** What a preview was worked out from. */
export function basisOf({ active, workflow, followed }: PresentScreening): PreviewFigures['basis'] {
  return {
    versions: { ...active.versions },
    engineVersion: active.engineVersion,
    workflowId: workflow.workflowId,
    workflowVersion: workflow.version,
    isFollowed: followed !== null && followed >= active.sequence,
  };
}
