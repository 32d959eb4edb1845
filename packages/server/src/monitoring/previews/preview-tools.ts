import type { PreviewFailure } from '@gatehouse/contract';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ListUpdates } from '../../lists/updates/index.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import type { Workflows } from '../../workflows/index.ts';
import type { Monitoring, OnProgress, PresentScreening } from '../index.ts';
import type { PreviewedCustomer, PreviewFigures } from './preview-rows.ts';

/** What previews work with: what monitoring itself works with. */
export interface PreviewTools {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly monitoring: Pick<Monitoring, 'previews'>;
  readonly updates: Pick<ListUpdates, 'preview'>;
  readonly workflows: Pick<Workflows, 'newest' | 'compiled'>;
  readonly logger: Logger;
}

/** The same for one preview. */
export interface AttemptTools extends PreviewTools {
  readonly onProgress: OnProgress;
}

/** What a preview comes to, or why there is nothing to tell. */
export type Previewed =
  | PreviewFailure
  | {
      readonly result: Omit<PreviewFigures, 'pace' | 'workedMs'>;
      readonly customers: readonly Omit<PreviewedCustomer, 'customerName'>[];
    };

/** What a preview was worked out from. */
export function basisOf({
  active,
  workflow,
  watchlist,
  followed,
}: PresentScreening): PreviewFigures['basis'] {
  return {
    versions: { ...active.versions },
    engineVersion: active.engineVersion,
    workflowId: workflow?.workflowId ?? null,
    workflowVersion: workflow?.version ?? null,
    watchlistRevision: watchlist.revision,
    isFollowed: followed !== null && followed >= active.sequence,
  };
}
