import { asOfConsoleHandlers } from '../as-of/index.ts';
import { assuranceConsoleHandlers } from '../assurance/runs/index.ts';
import { auditConsoleHandlers } from '../audit/verification/index.ts';
import { bundleConsoleHandlers } from '../cases/evidence-bundle/index.ts';
import { caseConsoleHandlers, documentReviewHandlers, submittedInStep } from '../cases/index.ts';
import { reportConsoleHandlers } from '../cases/report/index.ts';
import type { ConsoleHandlers } from '../console-api/index.ts';
import { customerConsoleHandlers } from '../customers/index.ts';
import type { Database } from '../database/index.ts';
import { erasureConsoleHandlers, holdConsoleHandlers } from '../erasure/index.ts';
import { firstStepConsoleHandlers } from '../first-steps/index.ts';
import { documentRequestHandlers } from '../hosted/requests/index.ts';
import { identityConsoleHandlers } from '../identity/index.ts';
import { freshnessConsoleHandlers, listConsoleHandlers } from '../lists/updates/index.ts';
import { watchlistConsoleHandlers } from '../lists/watchlist/index.ts';
import { liveConsoleHandlers } from '../live/index.ts';
import { monitoringConsoleHandlers } from '../monitoring/index.ts';
import { previewConsoleHandlers } from '../monitoring/previews/index.ts';
import { exportConsoleHandlers, findAuditedObjects } from '../personal-data/index.ts';
import { scanConsoleHandlers } from '../quickscan/index.ts';
import { retentionConsoleHandlers } from '../retention/index.ts';
import { rulingConsoleHandlers } from '../screening/index.ts';
import { settingConsoleHandlers } from '../tenant-settings/index.ts';
import {
  type ApiReferenceServices,
  apiReferenceConsoleHandlers,
  type KeyServices,
  keyConsoleHandlers,
  quotaConsoleHandlers,
  tenantConsoleHandlers,
  usageConsoleHandlers,
} from '../tenants/index.ts';
import { uploadConsoleHandlers } from '../uploads/index.ts';
import { webhookConsoleHandlers } from '../webhooks/definitions/index.ts';
import { deliveryConsoleHandlers } from '../webhooks/deliveries/index.ts';
import { executionConsoleHandlers, submitByPerson, workflowConsoleHandlers } from '../workflows/index.ts';
import { shadowConsoleHandlers, testRunConsoleHandlers } from '../workflows/test-runs/index.ts';
import type { AppContext } from './app-context.ts';

/** The gateway's operations, for those who check and run calls in the console. */
export type ConsoleCallers = Pick<KeyServices, 'routes'> & Pick<ApiReferenceServices, 'callAsKey'>;

/** Table of contents: every route of the console's interface with what answers it. */
export function createConsoleHandlers(
  context: Omit<AppContext, 'database'> & ConsoleCallers & { readonly database: Database },
): ConsoleHandlers {
  return {
    ...identityConsoleHandlers(context),
    ...caseConsoleHandlers(context),
    ...documentReviewHandlers(context),
    ...documentRequestHandlers(context),
    ...rulingConsoleHandlers(context),
    ...uploadConsoleHandlers(context),
    ...workflowConsoleHandlers(context),
    ...executionConsoleHandlers({
      ...context,
      submittedIn: (step, { scope, ...execution }) =>
        submittedInStep(context.reference, scope.tenantId, { ...step, ...execution }),
    }),
    ...testRunConsoleHandlers(context),
    ...shadowConsoleHandlers(context),
    ...webhookConsoleHandlers(context),
    ...deliveryConsoleHandlers(context),
    ...watchlistConsoleHandlers(context),
    ...monitoringConsoleHandlers(context),
    ...previewConsoleHandlers(context),
    ...asOfConsoleHandlers({ ...context, dataDir: context.config.dataDir }),
    ...assuranceConsoleHandlers(context),
    ...auditConsoleHandlers({
      ...context,
      findObjectsOf: (scope, customerId) => findAuditedObjects(context.database, scope, customerId),
    }),
    ...bundleConsoleHandlers(context),
    ...reportConsoleHandlers(context),
    ...tenantConsoleHandlers(context),
    ...keyConsoleHandlers(context),
    ...apiReferenceConsoleHandlers({ ...context, wireApiVersions: context.config.wireApiVersions }),
    ...usageConsoleHandlers(context),
    ...quotaConsoleHandlers(context),
    ...settingConsoleHandlers(context),
    ...firstStepConsoleHandlers(context),
    ...freshnessConsoleHandlers(context),
    ...listConsoleHandlers(context),
    ...liveConsoleHandlers(context),
    ...customerConsoleHandlers(context),
    ...exportConsoleHandlers(context),
    ...erasureConsoleHandlers(context),
    ...holdConsoleHandlers(context),
    ...retentionConsoleHandlers(context),
    ...scanConsoleHandlers({
      ...context,
      submitScanned: (scope, submit) => submitByPerson(context, scope, submit),
    }),
  };
}
