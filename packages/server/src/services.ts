import type { Database } from './database/index.ts';
import type { Interpreter } from './interpreter/index.ts';
import type { JobQueue } from './jobs/index.ts';
import type { Clock } from './lib/clock.ts';
import type { ScanJob } from './quickscan/index.ts';
import type { TenantDirectory } from './tenants/index.ts';
import type { Workflows } from './workflows/index.ts';

/** What operations are made of; each takes the part it needs. */
export interface Services {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly clock: Clock;
  worksHere(): boolean;
  readonly cancelledStatus: string | undefined;
  /** Queue of quick scans. */
  readonly queue: JobQueue<ScanJob>;
  listsReady(): boolean;
}
