import type { App } from '../../src/app/app.ts';
import { PersonalKeys } from '../../src/personal-keys/index.ts';
import { DataKeys } from '../../src/tenants/index.ts';

/** The keys of a service's store, for what a test does beside the service. */
export function personalKeysOf({ database, masterKeys }: Pick<App, 'database' | 'masterKeys'>): PersonalKeys {
  return new PersonalKeys(database, new DataKeys(database, masterKeys));
}
