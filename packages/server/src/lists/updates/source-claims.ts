import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateOutcome } from './activate-version.ts';
import {
  claimMs,
  claimSource,
  readSources,
  recordFailedCheck,
  releaseClaim,
  renewClaim,
} from './source-queries.ts';
import { logProblem, type UpdateContext } from './update-context.ts';

const maxAttempts = 50;
const attemptDelayMs = 100;

/** Holds sources for this node while it works on them: two nodes never work on one source at once. */
export class SourceClaims {
  readonly #context: UpdateContext;
  readonly #onReleased: () => Promise<void>;

  /** `onReleased` is called after each work on a source, however it ended. */
  constructor(context: UpdateContext, onReleased: () => Promise<void>) {
    this.#context = context;
    this.#onReleased = onReleased;
  }

  /** Does work on a source, or says which node has claimed it. */
  async claimed(source: string, work: () => Promise<UpdateOutcome>): Promise<UpdateOutcome> {
    const { database, nodeId: node, stopping } = this.#context;
    for (let attempt = 1; ; attempt += 1) {
      const claim = await database.operator((tx) =>
        claimSource(tx, { node, sources: [source], onlyDue: false }),
      );
      if (claim !== undefined) return this.#holding(source, work);
      const rows = await database.operator(readSources);
      const claimedBy = rows.find((row) => row.source === source)?.claimedBy ?? undefined;
      if (claimedBy !== undefined) return { source, kind: 'busy', node: claimedBy };
      // No node has it: the claim was released in between, or its row was locked for a moment.
      if (attempt === maxAttempts) throw new Error(`the source ${source} could not be claimed`);
      await sleep(attemptDelayMs, undefined, { signal: stopping });
    }
  }

  /**
   * Does work on sources whose time has come, until none is left, at most `atOnce` side by side. A failure is logged
   * and holds up no other.
   */
  async eachDue(
    sources: readonly string[],
    { atOnce, work }: { readonly atOnce: number; readonly work: (source: string) => Promise<UpdateOutcome> },
  ): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#oneByOne(sources, work)));
  }

  async #oneByOne(
    sources: readonly string[],
    work: (source: string) => Promise<UpdateOutcome>,
  ): Promise<void> {
    const { database, nodeId: node, stopping } = this.#context;
    while (!stopping.aborted) {
      const source = await database.operator((tx) => claimSource(tx, { node, sources, onlyDue: true }));
      if (source === undefined) return;
      await this.#holding(source, () => work(source)).catch((err: unknown) => logProblem(this.#context, err));
    }
  }

  async #holding(source: string, work: () => Promise<UpdateOutcome>): Promise<UpdateOutcome> {
    const { database, nodeId, stopping, progress } = this.#context;
    const renewal = setInterval(() => {
      database
        .operator((tx) => renewClaim(tx, source, nodeId))
        .catch((err: unknown) => logProblem(this.#context, err));
    }, claimMs / 4);
    try {
      return await work();
    } catch (error) {
      if (!stopping.aborted) await this.#recordProblem(source, error);
      throw error;
    } finally {
      clearInterval(renewal);
      progress.delete(source);
      await database.operator((tx) => releaseClaim(tx, source, nodeId));
      await this.#onReleased().catch((err: unknown) => logProblem(this.#context, err));
    }
  }

  /** What this machine refuses, such as a full disk: the source waits like after any other failure. */
  async #recordProblem(source: string, error: unknown): Promise<void> {
    const { database, clock, timing, onTrouble } = this.#context;
    const at = clock.now();
    const message = error instanceof Error ? error.message : String(error);
    const nextCheckAt = new Date(at.getTime() + timing.failedDelayMs);
    await database.operator((tx) => recordFailedCheck(tx, source, { nextCheckAt, message, at }));
    onTrouble?.({ kind: 'failed', source });
  }
}
