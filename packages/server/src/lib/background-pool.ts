import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/**
 * A thread for work of tenants that may take long: one piece after the other, behind everything that answers a call
 * where processors are short. It starts with the first piece and ends when it has had none for a while.
 */
export function createBackgroundPool(options: {
  readonly file: URL;
  /** The exported function that runs there. */
  readonly name: string;
  readonly maxMegabytes: number;
}): Piscina {
  return new Piscina({
    filename: fileURLToPath(options.file),
    name: options.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    niceIncrement: constants.priority.PRIORITY_BELOW_NORMAL,
    resourceLimits: { maxOldGenerationSizeMb: options.maxMegabytes },
  });
}
