import { readReviewPace } from '../../cases/index.ts';
import type { Tx } from '../../database/database.ts';
import { type Job, LeasedRunner, type OwnedNode } from '../../jobs/index.ts';
import type { Scope } from '../../lib/scope.ts';
import type { OnProgress } from '../index.ts';
import { previewListVersion } from './list-version-preview.ts';
import {
  failPreview,
  type PreviewChange,
  type PreviewJob,
  readPreview,
  writePreview,
  writeProgress,
} from './preview-rows.ts';
import type { AttemptTools, Previewed, PreviewTools } from './preview-tools.ts';
import { previewReplay } from './replay-preview.ts';
import { previewSettings } from './settings-preview.ts';

/** How often progress is written. */
const progressEveryMs = 1_000;

interface Attempted {
  readonly previewed: Previewed;
  readonly workedMs: number;
}

/** Works out ordered previews, one job each, on one node of many; what a node leaves undone another does from the start. */
export class Previews {
  readonly #runner: LeasedRunner<PreviewJob, PreviewChange, Attempted>;

  constructor(options: PreviewTools & OwnedNode<PreviewJob>) {
    this.#runner = new LeasedRunner(
      {
        work: {
          queue: 'preview',
          called: 'previews',
          table: 'gatehouse.preview',
          key: [{ member: 'previewId', column: 'preview_id', type: 'uuid' }],
          isOpen: "o.state = 'ORDERED'",
        },
        read: async (tx, scope, { previewId }) => (await readPreview(tx, scope, previewId))?.change,
        attempt: (scope, { previewId }, change) => attempt(options, scope, { previewId, change }),
        writeOutcome: async (tx, scope, { data, outcome }) => {
          await writeOutcome(tx, scope, { previewId: data.previewId, ...outcome });
          return undefined;
        },
        abandon: (tx, scope, { data }) =>
          failPreview(tx, scope, { previewId: data.previewId, failure: 'INTERNAL' }),
      },
      options,
    );
  }

  run(batch: readonly Job<PreviewJob>[]): Promise<void> {
    return this.#runner.run(batch);
  }

  requeueOrphans(): Promise<boolean> {
    return this.#runner.requeueOrphans();
  }
}

async function attempt(
  tools: PreviewTools & { readonly nodeId: string },
  scope: Scope,
  { previewId, change }: { readonly previewId: string; readonly change: PreviewChange },
): Promise<Attempted> {
  const startedAt = performance.now();
  let notedAt = 0;
  const onProgress: OnProgress = async (progress) => {
    if (performance.now() - notedAt < progressEveryMs) return;
    notedAt = performance.now();
    const at = { previewId, nodeId: tools.nodeId, progress };
    await tools.database.transaction(scope, (tx) => writeProgress(tx, scope, at));
  };
  const working = { ...tools, onProgress };
  const previewed = await tools.monitoring.previews.whole(() => previewChange(working, scope, change));
  return { previewed, workedMs: Math.round(performance.now() - startedAt) };
}

function previewChange(tools: AttemptTools, scope: Scope, change: PreviewChange): Promise<Previewed> {
  if (change.kind === 'LIST_VERSION') return previewListVersion(tools, scope, change);
  if (change.kind === 'WORKFLOW') return previewSettings(tools, scope, change);
  return previewReplay(tools, scope, change);
}

async function writeOutcome(
  tx: Tx,
  scope: Scope,
  { previewId, previewed, workedMs }: Attempted & { readonly previewId: string },
): Promise<void> {
  if (typeof previewed === 'string') return failPreview(tx, scope, { previewId, failure: previewed });
  const pace = await readReviewPace(tx, scope);
  const { customers } = previewed;
  await writePreview(tx, scope, { previewId, result: { ...previewed.result, pace, workedMs }, customers });
}
