/**
 * Applies tenant files: reads them with the place of each fault and brings the store to what they say. Never decides
 * what a section means: its own module checks and uses it.
 */
export {
  type ProvisionResult,
  provision,
} from './provision.ts';

export { brandingText } from './provision-tenant.ts';

export { parseTenantFile, readTenantFile, type TenantFileContent } from './tenant-file.ts';
export { logoFault } from './tenant-file-checks.ts';
