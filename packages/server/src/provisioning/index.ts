/**
 * Applies tenant files: reads them with the place of each fault and brings the store to what they say. Never decides
 * what a section means: its own module checks and uses it.
 */
export {
  type ProvisionResult,
  type ProvisionTools,
  type PublishWorkflow,
  provision,
  type WorkflowFault,
} from './provision.ts';
export type { GeneratedSecret } from './provision-keys.ts';
export { brandingText } from './provision-tenant.ts';
export type { SaveWebhook } from './provision-webhooks.ts';
export { parseTenantFile, readTenantFile, type TenantFileContent } from './tenant-file.ts';
export { logoFault } from './tenant-file-checks.ts';
