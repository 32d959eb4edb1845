import type { Database } from '../../database/database.ts';
import type { Interpreter } from '../../interpreter/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OneTimeCodes } from '../../messages/one-time-codes/index.ts';
import type { PersonalKeys } from '../../personal-keys/index.ts';
import type { ReferenceDirectory } from '../../reference/index.ts';
import type { TenantDirectory } from '../../tenants/index.ts';
import type { Workflows } from '../../workflows/index.ts';

/** What flows are walked with. */
export interface FlowContext {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly tenants: TenantDirectory;
  readonly reference: ReferenceDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly codes: OneTimeCodes;
  readonly clock: Clock;
}
