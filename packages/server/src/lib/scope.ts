/** Whose data a query may see. Every query function takes one, so that forgetting the tenant does not compile. */
export interface TenantScope {
  readonly tenantId: string;
}

/** A tenant's business domain (interface specification 5.1: executions are owned by tenant and domain). */
export interface Scope extends TenantScope {
  readonly domain: string;
}
