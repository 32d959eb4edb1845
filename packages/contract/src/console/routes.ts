import { accessTokenRoutes } from './access-tokens.ts';
import { accountRoutes } from './account.ts';
import { apiReferenceRoutes } from './api-reference.ts';
import { asOfRoutes } from './as-of.ts';
import { assuranceRoutes } from './assurance.ts';
import { auditRoutes } from './audit.ts';
import { caseHitRoutes } from './case-hits.ts';
import { caseViewerRoutes } from './case-viewers.ts';
import { caseViewRoutes } from './case-views.ts';
import { caseWorkRoutes } from './case-work.ts';
import { caseRoutes } from './cases.ts';
import { customerRoutes } from './customers.ts';
import { deliveryRoutes } from './deliveries.ts';
import { documentReviewRoutes } from './document-reviews.ts';
import { erasureRoutes } from './erasures.ts';
import { executionRoutes } from './executions.ts';
import { figurePeriodRoutes } from './figure-periods.ts';
import { figuresRoutes } from './figures.ts';
import { firstStepRoutes } from './first-steps.ts';
import { keyRoutes } from './keys.ts';
import { listRoutes } from './lists.ts';
import { liveRoutes } from './live.ts';
import { monitoringRoutes } from './monitoring.ts';
import { peopleRoutes } from './people.ts';
import { previewRoutes } from './previews.ts';
import { retentionRoutes } from './retention.ts';
import { rulingRoutes } from './rulings.ts';
import { scanRoutes } from './scans.ts';
import { sessionRoutes } from './session.ts';
import { settingRoutes } from './settings.ts';
import { shadowRunRoutes } from './shadow-runs.ts';
import { tenantRoutes } from './tenants.ts';
import { uploadRoutes } from './uploads.ts';
import { usageRoutes } from './usage.ts';
import { watchlistRoutes } from './watchlist.ts';
import { webhookRoutes } from './webhooks.ts';
import { workflowRoutes } from './workflows.ts';

/** Every call of the console's interface, by name. */
export const consoleRoutes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...accessTokenRoutes,
  ...peopleRoutes,
  ...caseRoutes,
  ...caseHitRoutes,
  ...caseWorkRoutes,
  ...caseViewerRoutes,
  ...documentReviewRoutes,
  ...caseViewRoutes,
  ...figuresRoutes,
  ...figurePeriodRoutes,
  ...customerRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
  ...scanRoutes,
  ...liveRoutes,
  ...rulingRoutes,
  ...workflowRoutes,
  ...executionRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...uploadRoutes,
  ...watchlistRoutes,
  ...monitoringRoutes,
  ...previewRoutes,
  ...shadowRunRoutes,
  ...asOfRoutes,
  ...assuranceRoutes,
  ...auditRoutes,
  ...tenantRoutes,
  ...keyRoutes,
  ...apiReferenceRoutes,
  ...usageRoutes,
  ...listRoutes,
  ...settingRoutes,
  ...firstStepRoutes,
} as const;
