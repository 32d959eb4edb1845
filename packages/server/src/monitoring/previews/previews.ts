import { readReviewPace } from '../../cases/index.ts';
import type { Tx } from '../../database/database.ts';
import { type Job, LeasedRunner, type OwnedNode } from '../../jobs/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { previewListVersion } from './list-version-preview.ts';
import {
  failPreview,
  type PreviewChange,
  type PreviewJob,
  readPreview,
  writePreview,
} from './preview-rows.ts';
import type { Previewed, PreviewTools } from './preview-tools.ts';

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
        attempt: (scope, _, change) => attempt(options, scope, change),
        writeOutcome: async (tx, scope, { data, outcome }) => {
          await writeOutcome(tx, scope, { previewId: data.previewId, ...outcome });
          return undefined;
        },
        abandon: (tx, scope, { data, failure }) =>
          failPreview(tx, scope, { previewId: data.previewId, failure }),
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

async function attempt(tools: PreviewTools, scope: Scope, change: PreviewChange): Promise<Attempted> {
  const startedAt = performance.now();
  const previewed = await tools.monitoring.previews.whole(() => previewListVersion(tools, scope, change));
  return { previewed, workedMs: Math.round(performance.now() - startedAt) };
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
