import { auditConsole } from '../audit/verification/index.ts';
import { bundleConsole } from '../cases/evidence-bundle/index.ts';
import { caseConsole } from '../cases/index.ts';
import type { ConsoleHandlers } from '../console-api/index.ts';
import { customerConsole } from '../customers/index.ts';
import { identityConsole } from '../identity/index.ts';
import { freshnessConsole, listConsole } from '../lists/updates/index.ts';
import { watchlistConsole } from '../lists/watchlist/index.ts';
import { liveConsole } from '../live/index.ts';
import { monitoringConsole } from '../monitoring/index.ts';
import { scanConsole } from '../quickscan/index.ts';
import { rulingConsole } from '../screening/index.ts';
import { settingConsole } from '../tenant-settings/index.ts';
import { type KeyServices, keyConsole, quotaConsole, tenantConsole, usageConsole } from '../tenants/index.ts';
import { uploadConsole } from '../uploads/index.ts';
import { webhookConsole } from '../webhooks/definitions/index.ts';
import { deliveryConsole } from '../webhooks/deliveries/index.ts';
import { executionConsole, workflowConsole } from '../workflows/index.ts';
import { testRunConsole } from '../workflows/test-runs/index.ts';
import type { AppContext } from './app-context.ts';

/** Table of contents: every route of the console's interface with what answers it. */
export function createConsoleHandlers(context: AppContext & Pick<KeyServices, 'routes'>): ConsoleHandlers {
  return {
    ...identityConsole(context),
    ...caseConsole(context),
    ...rulingConsole(context),
    ...uploadConsole(context),
    ...workflowConsole(context),
    ...executionConsole(context),
    ...testRunConsole(context),
    ...webhookConsole(context),
    ...deliveryConsole(context),
    ...watchlistConsole(context),
    ...monitoringConsole(context),
    ...auditConsole(context),
    ...bundleConsole(context),
    ...tenantConsole(context),
    ...keyConsole(context),
    ...usageConsole(context),
    ...quotaConsole(context),
    ...settingConsole(context),
    ...freshnessConsole(context),
    ...listConsole(context),
    ...liveConsole(context),
    ...customerConsole(context),
    ...scanConsole(context),
  };
}
