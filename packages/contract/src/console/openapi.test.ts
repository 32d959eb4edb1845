import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { consolePage } from '../schemas/console-page.ts';
import { consoleRoutes, permissions, permissionsOf, problems } from './index.ts';
import { consoleOpenApi } from './openapi.ts';

/** As it is sent: without members that are undefined. */
const document = JSON.parse(JSON.stringify(consoleOpenApi())) as {
  paths: Record<string, Record<string, { security?: unknown[]; parameters: unknown[]; responses: object }>>;
  components: { responses: Record<string, unknown>; schemas: Record<string, unknown> };
};

describe('the OpenAPI document of the console', () => {
  it('is published as generate.ts would write it now, and so is the page of the routes', () => {
    const docs = new URL('../../../../docs/', import.meta.url);
    const published = (name: string) => readFileSync(new URL(name, docs), 'utf8');
    expect(JSON.parse(published('console-openapi.json')), 'stale: run npm run docs').toEqual(document);
    expect(published('console-routes.md') === consolePage(), 'stale: run npm run docs').toBe(true);
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result).toMatchObject({ valid: true });
  });

  it('leads every reference to a component that is there', () => {
    const broken = referencesIn(document).filter((reference) => {
      const path = reference.replace('#/', '').split('/');
      return (
        path.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document) === undefined
      );
    });
    expect(broken).toEqual([]);
    expect(referencesIn(document)).toEqual(
      expect.arrayContaining(['#/components/schemas/CaseSummary', '#/components/schemas/Hit']),
    );
  });

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
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(problems));
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
    expect(permissionsOf(['auditor']).filter((permission) => !permission.endsWith('.read'))).toEqual([]);
    expect(permissionsOf(['auditor'])).toEqual(
      permissions.filter((permission) => permission.endsWith('.read')),
    );
    expect(
      permissionsOf(['developer']).filter((permission) => /^(cases|customers)/.test(permission)),
    ).toEqual([]);
    expect(permissionsOf(['analyst']).filter((permission) => permission.endsWith('.manage'))).toEqual([]);
    expect(permissionsOf(['developer', 'analyst'])).toContain('cases.work');
  });
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
}
