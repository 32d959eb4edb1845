import { type Role, roles } from '../tenant-file.ts';

/** What a person may do in the console for their tenant. Which group a case is at, and who has it, narrows it further. */
export const permissions = [
  'cases.read',
  'cases.work',
  'customers.read',
  'customers.work',
  'erasures.read',
  'erasures.manage',
  'retention.read',
  'retention.manage',
  'executions.read',
  'executions.readRaw',
  'executions.manage',
  'uploads.read',
  'scans.read',
  'scans.run',
  'watchlist.read',
  'watchlist.write',
  'webhooks.read',
  'webhooks.manage',
  'keys.read',
  'keys.manage',
  'usage.read',
  'workflows.read',
  'workflows.manage',
  'monitoring.order',
  'assurance.read',
  'assurance.run',
  'lists.read',
  'people.read',
  'people.manage',
  'settings.read',
  'settings.manage',
  'audit.read',
] as const;

/** What somebody may do who runs the deployment: no tenant's own role has any of it. */
export const deploymentPermissions = ['tenants.read', 'tenants.manage', 'lists.manage'] as const;

export const allPermissions = [...permissions, ...deploymentPermissions] as const;
export type Permission = (typeof allPermissions)[number];

/**
 * The one table of what each role may. A person may what any of their roles may. `executions.readRaw` is of
 * `executions.read` alone: analysts read there the steps in words, and of a case its subject and timeline with what callers and
 * their servers sent.
 */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  admin: permissions,
  analyst: [
    'cases.read',
    'cases.work',
    'customers.read',
    'customers.work',
    'executions.read',
    'uploads.read',
    'scans.read',
    'scans.run',
    'watchlist.read',
    'watchlist.write',
    'lists.read',
    'assurance.read',
  ],
  auditor: [
    'cases.read',
    'customers.read',
    'erasures.read',
    'retention.read',
    'executions.read',
    'executions.readRaw',
    'uploads.read',
    'scans.read',
    'watchlist.read',
    'webhooks.read',
    'keys.read',
    'usage.read',
    'workflows.read',
    'people.read',
    'settings.read',
    'audit.read',
    'lists.read',
    'assurance.read',
  ],
  developer: [
    'executions.read',
    'executions.readRaw',
    'webhooks.read',
    'webhooks.manage',
    'keys.read',
    'keys.manage',
    'usage.read',
    'workflows.read',
    'workflows.manage',
    'settings.read',
    'lists.read',
  ],
  operator: [...deploymentPermissions, 'lists.read'],
};

/** The roles that have a permission. */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => rolePermissions[role].includes(permission));
}

export function permissionsOf(roles: readonly Role[]): Permission[] {
  return allPermissions.filter((permission) =>
    roles.some((role) => rolePermissions[role].includes(permission)),
  );
}
