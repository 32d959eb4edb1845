import { auditConsole } from '../audit/verification/index.ts';
import { bundleConsole } from '../cases/evidence-bundle/index.ts';
import { caseConsole } from '../cases/index.ts';
import type { ConsoleHandlers } from '../console-api/index.ts';
import { customerConsole } from '../customers/index.ts';
import { type IdentityServices, identityConsole } from '../identity/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { MasterKeys } from '../lib/secrets.ts';
import { freshnessConsole, type ListUpdates, listConsole } from '../lists/updates/index.ts';
import { watchlistConsole } from '../lists/watchlist/index.ts';
import { type LiveChanges, liveConsole } from '../live/index.ts';
import { monitoringConsole } from '../monitoring/index.ts';
import { type ScanTools, scanConsole } from '../quickscan/index.ts';
import { rulingConsole } from '../screening/index.ts';
import { settingConsole } from '../tenant-settings/index.ts';
import {
  allowanceConsole,
  type KeyServices,
  keyConsole,
  tenantConsole,
  usageConsole,
} from '../tenants/index.ts';
import { type ObjectStore, type Uploads, uploadConsole } from '../uploads/index.ts';
import { type WebhookDefinitions, webhookConsole } from '../webhooks/definitions/index.ts';
import { deliveryConsole, type RequestedSends } from '../webhooks/deliveries/index.ts';
import { executionConsole, workflowConsole } from '../workflows/index.ts';
import { type TrialTools, trialConsole } from '../workflows/trials/index.ts';
import type { Services } from './services.ts';

/** Table of contents: every route of the console's interface with what answers it. */
export function createConsoleHandlers(services: ConsoleServices): ConsoleHandlers {
  return {
    ...identityConsole(services),
    ...caseConsole(services),
    ...rulingConsole(services),
    ...uploadConsole(services),
    ...workflowConsole(services),
    ...executionConsole(services),
    ...trialConsole(services),
    ...webhookConsole(services),
    ...deliveryConsole(services),
    ...watchlistConsole(services),
    ...monitoringConsole(services),
    ...auditConsole(services),
    ...bundleConsole(services),
    ...tenantConsole(services),
    ...keyConsole(services),
    ...usageConsole(services),
    ...allowanceConsole(services),
    ...settingConsole(services),
    ...freshnessConsole(services),
    ...listConsole(services),
    ...liveConsole(services),
    ...customerConsole(services),
    ...scanConsole(services),
  };
}

type ConsoleServices = Pick<Services, 'database' | 'interpreter' | 'cancelledStatus'> &
  ScanTools &
  TrialTools &
  KeyServices &
  IdentityServices & {
    readonly objectStore: ObjectStore;
    readonly masterKeys: MasterKeys;
    readonly updates: ListUpdates;
    readonly logger: Logger;
    readonly live: LiveChanges;
    readonly uploads: Uploads;
    readonly definitions: WebhookDefinitions;
    readonly requested: RequestedSends;
    /** Lets this node know at once of what was published here. */
    refresh(): Promise<void>;
    domainsOf(tenantId: string): ReadonlySet<string>;
  };
