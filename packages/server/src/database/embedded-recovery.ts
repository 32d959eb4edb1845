import { freeBytesAt } from '../lib/free-bytes.ts';
import { EmbeddedEngine, type EngineMemory } from './embedded-engine.ts';
import { DiskFullError, EngineNotStartedError } from './errors.ts';

/** An engine that stops sooner than this after its start has not recovered permanently. */
const steadyAfterMs = 10_000;
const firstDelayMs = 1_000;
const maxDelayMs = 15_000;
/** Two segments of the write-ahead log: with less, the next commit or a recovery stops the engine. */
const minFreeBytes = 32 * 2 ** 20;

export interface RecoveringEngine {
  /**
   * The running engine; a new one where it stopped.
   * @throws EngineNotStartedError where it cannot start, or only just failed to.
   */
  find(): Promise<EmbeddedEngine>;
  close(): Promise<void>;
}

/**
 * Starts an engine anew when it stops. The first new start is immediate. After failures each waits longer: a start keeps
 * the thread for a third of a second, and its cause, such as a full disk, stays for a while.
 */
export async function startRecovering(directory: string, memory: EngineMemory): Promise<RecoveringEngine> {
  let engine = await EmbeddedEngine.start(directory, memory);
  let startedAt = performance.now();
  let starting: Promise<EmbeddedEngine> | undefined;
  let isReleased = false;
  let failures = 0;
  let retryAt = 0;
  let failure = new EngineNotStartedError('it stopped again soon after its recovery');

  const scheduleStart = (): void => {
    retryAt =
      performance.now() + (failures === 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)));
    failures += 1;
  };

  const noteStop = (): void => {
    isReleased = true;
    engine.release();
    if (performance.now() - startedAt > steadyAfterMs) failures = 0;
    scheduleStart();
  };

  const restart = async (): Promise<EmbeddedEngine> => {
    try {
      await checkFreeSpace(directory);
      engine = await EmbeddedEngine.start(directory, memory);
      isReleased = false;
      startedAt = performance.now();
      return engine;
    } catch (error) {
      failure = new EngineNotStartedError((error as Error).message, error);
      scheduleStart();
      throw failure;
    } finally {
      starting = undefined;
    }
  };

  return {
    find: async () => {
      if (!engine.stopped) return engine;
      if (!isReleased) noteStop();
      if (starting === undefined && performance.now() < retryAt) throw failure;
      starting ??= restart();
      return starting;
    },
    close: () => engine.close(),
  };
}

/** @throws DiskFullError when the disk of a directory is too full for the store that lies there. */
export async function checkFreeSpace(directory: string): Promise<void> {
  const free = await freeBytesAt(directory);
  if (free < minFreeBytes) throw new DiskFullError(directory, free);
}
