import { describe, expect, it } from 'vitest';
import { consoleRoutes, permissions, permissionsOf, problems } from './index.ts';
import { consoleOpenApi } from './openapi.ts';

/** As it is sent: without members that are undefined. */
const document = JSON.parse(JSON.stringify(consoleOpenApi())) as {
  paths: Record<string, Record<string, { security?: unknown[]; parameters: unknown[]; responses: object }>>;
  components: { schemas: Record<string, unknown> };
};

describe('the OpenAPI document of the console', () => {
  it('has every route with its path parameters, and every refusal', () => {
    for (const [name, { method, path }] of Object.entries(consoleRoutes)) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation, name).toBeDefined();
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
      }));
      for (const parameter of wanted) {
        expect(operation?.parameters).toContainEqual(expect.objectContaining(parameter));
      }
    }
    const { Problem } = document.components.schemas;
    expect(Problem).toMatchObject({ properties: { code: { enum: Object.keys(problems) } } });
  });

  it('opens nothing but signing in to people who are not signed in', () => {
    const unguarded = Object.entries(consoleRoutes).filter(([, { access }]) => access === 'anyone');
    expect(unguarded.map(([name]) => name)).toEqual([
      'session.create',
      'session.beginPasskey',
      'session.createByPasskey',
      'session.beginSingleSignOn',
      'session.createBySingleSignOn',
      'passwordReset.ways',
      'passwordReset.request',
      'personLink.read',
      'personLink.use',
    ]);
  });
});

describe('the permissions', () => {
  it('are all an admin’s, reading alone for an auditor, and nothing of cases for a developer', () => {
    expect(permissionsOf(['admin'])).toEqual(permissions);
    expect(permissionsOf(['auditor']).filter((permission) => !/\.read(?:Raw)?$/.test(permission))).toEqual(
      [],
    );
    expect(permissionsOf(['auditor'])).toEqual(
      permissions.filter((permission) => /\.read(?:Raw)?$/.test(permission)),
    );
    expect(
      permissionsOf(['developer']).filter((permission) => /^(cases|customers)/.test(permission)),
    ).toEqual([]);
    expect(permissionsOf(['analyst']).filter((permission) => permission.endsWith('.manage'))).toEqual([]);
    expect(permissionsOf(['developer', 'analyst'])).toContain('cases.work');
  });
});
