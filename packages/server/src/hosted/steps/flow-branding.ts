import type { Branding } from '@gatehouse/contract';
import type { TenantRecord } from '../../tenants/index.ts';

/** How the pages show a tenant. */
export function brandingOf(tenant: TenantRecord): Branding {
  const { branding, logo } = tenant;
  return {
    name: branding?.name ?? tenant.name,
    logoUrl: logo === undefined ? null : `/verify/logo/${logo.id}`,
    primaryColour: branding?.primaryColour?.toLowerCase() ?? null,
    contact: { email: branding?.contact?.email ?? null, url: branding?.contact?.url ?? null },
    privacyUrl: branding?.privacyUrl ?? null,
    returnUrl: tenant.returnUrl ?? null,
  };
}
