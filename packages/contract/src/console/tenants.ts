import { z } from 'zod';
import { eventTypes } from '../domain-values.ts';
import { trimmedText } from '../fields.ts';
import { identifier } from '../file-values.ts';
import { environments } from '../tenant-file.ts';
import { personName } from './account.ts';
import { invited } from './people.ts';
import { defineConsoleRoute } from './route.ts';

/** The deployment's tenants, as its operator sees them: never what is inside of them (docs/console-api.md). */

const units = { granted: z.int().describe('In all.'), used: z.int() };

const tenantSummary = z
  .object({
    tenantId: z.string(),
    name: z.string(),
    environment: z.enum(environments),
    enabled: z.boolean(),
    billingBlocked: z.boolean(),
    domains: z.array(z.string()),
    groups: z.array(z.string()),
    events: z.array(z.enum(eventTypes)).describe('Event types that it may submit.'),
    quotas: z
      .array(z.object({ eventType: z.enum(eventTypes), ...units }))
      .describe('One for each event type with granted units.'),
    quickScan: z.object(units),
    people: z.int().describe('Persons who may sign in.'),
    isTakenUp: z
      .boolean()
      .describe('Whether a user of it has signed in. Until then its first admin can be invited here.'),
    createdAt: z.int().describe('Epoch milliseconds.'),
  })
  .meta({ id: 'Tenant' });
export type TenantSummary = z.infer<typeof tenantSummary>;

const params = z.object({ tenantId: z.string().min(1).max(100) });
const name = trimmedText(200);
const events = z.array(z.enum(eventTypes)).max(eventTypes.length);
const names = z.array(identifier).max(100);

/** What can be granted: units of an event type, or credits of quick scans. */
export const grantUnits = [...eventTypes, 'QUICK_SCAN'] as const;
export type GrantUnit = (typeof grantUnits)[number];

export const tenantRoutes = {
  'tenants.list': defineConsoleRoute({
    method: 'GET',
    path: '/tenants',
    title: 'List the tenants of the deployment, with what they used and have left',
    access: 'tenants.read',
    output: z.object({ tenants: z.array(tenantSummary) }),
    problems: [],
  }),
  'tenants.create': defineConsoleRoute({
    method: 'POST',
    path: '/tenants',
    title: 'Create a tenant; it starts without quotas and users',
    access: 'tenants.manage',
    needsProof: true,
    body: z.strictObject({
      tenantId: identifier,
      name,
      environment: z.enum(environments).default('production'),
      domains: names.min(1),
      events: events.default([]),
      groups: names.default([]),
    }),
    output: tenantSummary,
    problems: ['ID_TAKEN'],
  }),
  'tenants.change': defineConsoleRoute({
    method: 'PUT',
    path: '/tenants/{tenantId}',
    title: 'Change name, event types, domains or groups of a tenant, disable it, or block its billing',
    access: 'tenants.manage',
    needsProof: true,
    params,
    body: z.strictObject({
      name: name.optional(),
      environment: z.enum(environments).optional(),
      events: events.optional(),
      addDomains: names.optional().describe('In addition to the existing ones; none is removed.'),
      addGroups: names.optional().describe('In addition to the existing ones; none is removed.'),
      enabled: z.boolean().optional().describe('False: its keys and users are refused.'),
      billingBlocked: z.boolean().optional().describe('True: submits and quick scans answer 403.'),
    }),
    output: tenantSummary,
    problems: ['NOT_FOUND', 'WOULD_LOCK_OUT'],
  }),
  'tenants.grant': defineConsoleRoute({
    method: 'POST',
    path: '/tenants/{tenantId}/grants',
    title: 'Set the total units of a tenant, of an event type or for quick scans',
    access: 'tenants.manage',
    needsProof: true,
    params,
    body: z.strictObject({
      unit: z.enum(grantUnits),
      granted: z.int().min(0).max(2_000_000_000).describe('Total granted. Remaining is this minus used.'),
      grantedBefore: z.int().min(0).describe('As it was read. If it changed since, nothing is saved.'),
      reason: trimmedText(500),
    }),
    output: tenantSummary,
    problems: ['NOT_FOUND', 'REVISION_GONE'],
  }),
  'tenants.inviteAdmin': defineConsoleRoute({
    method: 'POST',
    path: '/tenants/{tenantId}/admins',
    title: 'Invite the first admin of a tenant without sign-ins',
    access: 'tenants.manage',
    needsProof: true,
    params,
    body: z.strictObject({ email: z.email().max(320), name: personName.optional() }),
    output: invited.pick({ email: true, invitation: true }),
    problems: ['NOT_FOUND', 'MOVE_REFUSED'],
  }),
} as const;
