import { z } from 'zod';
import { defineConsoleRoute } from './route.ts';

/** The deployment's tenants, as its operator sees them: never what is inside of them (docs/console-api.md). */

export const tenantSummary = z.object({
  tenantId: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  billingBlocked: z.boolean(),
  domains: z.array(z.string()),
  people: z.int().describe('Persons who may sign in.'),
  createdAt: z.int().describe('Epoch milliseconds.'),
});
export type TenantSummary = z.infer<typeof tenantSummary>;

export const tenantRoutes = {
  'tenants.list': defineConsoleRoute({
    method: 'GET',
    path: '/tenants',
    title: 'List the tenants of the deployment',
    access: 'tenants.read',
    output: z.object({ tenants: z.array(tenantSummary) }),
    problems: [],
  }),
  'tenants.change': defineConsoleRoute({
    method: 'PUT',
    path: '/tenants/{tenantId}',
    title: 'Enable or disable a tenant, or block what is billed',
    access: 'tenants.manage',
    params: z.object({ tenantId: z.string().min(1).max(100) }),
    body: z.strictObject({
      enabled: z.boolean().optional().describe('False: its keys and its people are refused.'),
      billingBlocked: z.boolean().optional().describe('True: submits and quick scans answer 403.'),
    }),
    output: tenantSummary,
    problems: ['NOT_FOUND', 'WOULD_LOCK_OUT'],
  }),
} as const;
