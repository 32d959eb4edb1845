import { caseConsole } from './cases/index.ts';
import type { ConsoleHandlers } from './console/index.ts';
import { type Identity, sessionConsole } from './identity/index.ts';
import { rulingConsole } from './screening/index.ts';
import type { Services } from './services.ts';
import { type ObjectStore, uploadConsole } from './uploads/index.ts';

/** Table of contents: every route of the console's interface with what answers it. */
export function createConsoleHandlers(services: ConsoleServices): ConsoleHandlers {
  return {
    ...sessionConsole(services),
    ...caseConsole(services),
    ...rulingConsole(services),
    ...uploadConsole(services),
  };
}

type ConsoleServices = Pick<Services, 'database' | 'interpreter' | 'cancelledStatus'> & {
  readonly identity: Identity;
  readonly objectStore: ObjectStore;
  domainsOf(tenantId: string): ReadonlySet<string>;
};
