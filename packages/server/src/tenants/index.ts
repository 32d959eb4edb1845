/** Knows tenants, their keys, quotas and secrets, and applies tenant files. Never knows what a workflow or a screening does. */
export { allowanceConsole } from './allowance-console.ts';
export { ApiKeys } from './api-keys.ts';
export { StoredBudgets } from './budgets.ts';
export { DataKeys, dataKeyOf, rewrapDataKeys } from './data-keys.ts';
export { lockDefinitions } from './definitions-lock.ts';
export { type DirectoryOptions, directoryTopic, TenantDirectory, type TenantRecord } from './directory.ts';
export { type FileFault, type FilePath, formatFault, pathOf, placeOf } from './file-fault.ts';
export { type KeyServices, keyConsole } from './key-console.ts';
export { KeyUses } from './key-uses.ts';
export { readTenantNames, type TenantNames } from './known-names.ts';
export { parseLocated } from './located-yaml.ts';
export { hashPassword, verifyPassword } from './password-hash.ts';
export {
  type ProvisionResult,
  type ProvisionTools,
  type PublishWorkflow,
  provision,
  type WorkflowFault,
} from './provision.ts';
export type { GeneratedSecret } from './provision-keys.ts';
export { differingFields, jsonForm } from './provision-log.ts';
export { brandingInWords } from './provision-tenant.ts';
export type { SaveWebhook } from './provision-webhooks.ts';
export { giveBackCredits, recordUsage, takeCredits, takeEventUnit, type Usage } from './quotas.ts';
export {
  apiKeySecretPlace,
  codeAddressPlace,
  identityProviderPlace,
  messagePlace,
  totpPlace,
  webhookSecretPlace,
} from './secret-places.ts';
export { raiseSetting, readSettingOrigins } from './setting-versions.ts';
export { addStoredBytes, hasRoom, type StorageUsage, storageUsage } from './stored-bytes.ts';
export { tenantConsole } from './tenant-console.ts';
export { parseTenantFile, readTenantFile, type TenantFileContent } from './tenant-file.ts';
export { logoFault } from './tenant-file-checks.ts';
export { usageConsole } from './usage-console.ts';
export { normaliseWatchlistEntry } from './watchlist-entry.ts';
export { readWebhookHosts } from './webhook-hosts.ts';
