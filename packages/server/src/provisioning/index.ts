/**
 * Applies tenant files: reads them with the place of each fault and brings the store to what they say. Never decides
 * what a section means: its own module checks and uses it.
 */

export { type ExportedTenant, exportTenant } from './export-tenant.ts';
export { type PromotedObject, type PromoteOptions, promotedKinds, promotedTenant } from './promote.ts';
export {
  type ProvisionPlan,
  type ProvisionResult,
  planProvision,
  provision,
} from './provision.ts';
export { changeText, type ProvisionChange } from './provision-change.ts';

export { brandingText } from './provision-tenant.ts';

export {
  type PromotionOrigin,
  parseTenantFile,
  readTenantFile,
  type TenantFileContent,
} from './tenant-file.ts';
export { logoFault } from './tenant-file-checks.ts';
