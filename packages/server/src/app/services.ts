import type { Database } from '../database/index.ts';
import type { InternetSearch } from '../internet-search/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { ScanQueues } from '../quickscan/index.ts';
import type { ReferenceDirectory } from '../reference/index.ts';
import type { RemoteMatch } from '../screening/index.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import type { UploadTokens } from '../uploads/index.ts';
import type { Workflows } from '../workflows/index.ts';

/** What operations are made of; each takes the part it needs. */
export interface Services {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly reference: ReferenceDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly clock: Clock;
  worksHere(): boolean;
  readonly cancelledStatus: string | undefined;
  readonly scanQueues: ScanQueues;
  readonly search: InternetSearch;
  readonly remote: RemoteMatch | undefined;
  listsReady(): boolean;
  readonly uploadTokens: UploadTokens;
  /** Where the hosted pages are. */
  hostedUrl(): string;
}
