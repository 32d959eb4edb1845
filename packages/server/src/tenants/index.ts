/** Knows tenants, their keys, quotas and secrets, and applies tenant files. Never knows what a workflow or a screening does. */
export { StoredBudgets } from './budgets.ts';
export { rewrapDataKeys } from './data-keys.ts';
export { type DirectoryOptions, directoryTopic, TenantDirectory, type TenantRecord } from './directory.ts';
export { type FileFault, type FilePath, formatFault } from './file-fault.ts';
export { hashPassword, verifyPassword } from './password-hash.ts';
export {
  type ProvisionResult,
  type ProvisionTools,
  type PublishWorkflow,
  provision,
  type WorkflowFault,
} from './provision.ts';
export type { GeneratedSecret } from './provision-keys.ts';
export { giveBackCredits, recordUsage, takeCredits, takeEventUnit, type Usage } from './quotas.ts';
export { readWebhook, type SendableWebhook } from './read-webhook.ts';
export { apiKeySecretPlace, webhookSecretPlace } from './secret-places.ts';
export { parseTenantFile, readTenantFile, type TenantFileContent } from './tenant-file.ts';
