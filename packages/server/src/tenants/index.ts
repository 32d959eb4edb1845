/** Knows tenants, their keys, quotas and stored secrets. Never knows what a workflow or a screening does. */

export { ApiKeys } from './api-keys.ts';
export { type ApiReferenceServices, apiReferenceConsoleHandlers } from './api-reference-console-handlers.ts';
export { mergeDailyUsage, sumOlderUsage, todaySql } from './daily-usage.ts';
export { DataKeys, dataKeyOf, rewrapDataKeys } from './data-keys.ts';
export { lockDefinitions } from './definitions-lock.ts';
export { directoryTopic, TenantDirectory, type TenantRecord } from './directory.ts';
export { type KeyServices, keyConsoleHandlers } from './key-console-handlers.ts';
export { hashOfFileSecret, type KeyColumns, shownKeyFields } from './key-fields.ts';
export { StoredKeyLimits } from './key-limits.ts';
export { KeyUsage } from './key-uses.ts';
export { hashPassword, verifyPassword } from './password-hash.ts';
export { quotaConsoleHandlers } from './quota-console-handlers.ts';
export { recordUsage, refundCredits } from './quotas.ts';
export {
  apiKeySecretContext,
  codeAddressContext,
  identityProviderContext,
  messageContext,
  totpContext,
  webhookSecretContext,
} from './secret-contexts.ts';
export { type FileWord, raiseSetting, readSettingOrigins, recordFileSettings } from './setting-versions.ts';
export { addStoredBytes, hasFreeStorage, type StorageUsage, storageUsage } from './storage-usage.ts';
export { tenantConsoleHandlers } from './tenant-console-handlers.ts';
export { usageConsoleHandlers } from './usage-console-handlers.ts';
export { readWebhookHosts } from './webhook-hosts.ts';
