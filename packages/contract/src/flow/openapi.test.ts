import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { flowCalls, flowProblems } from './index.ts';
import { flowOpenApi } from './openapi.ts';

/** As it is written: without members that are undefined. */
const document = JSON.parse(JSON.stringify(flowOpenApi())) as {
  paths: Record<string, Record<string, { security?: unknown[]; parameters: unknown[] }>>;
  components: { responses: Record<string, unknown> };
};

describe('the OpenAPI document of the hosted pages', () => {
  it('is published as generate.ts would write it now', () => {
    const file = new URL('../../../../docs/hosted-openapi.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8')), 'stale: run npm run docs').toEqual(document);
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
    expect(referencesIn(document)).toContain('#/components/schemas/Step');
  });

  it('has every call with its path parameters, and every refusal', () => {
    for (const { method, path } of Object.values(flowCalls)) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        expect(operation?.parameters).toContainEqual(
          expect.objectContaining({ name, in: 'path', required: true }),
        );
      }
    }
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(flowProblems));
  });

  it('opens nothing but the exchange to who has no session', () => {
    const open = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.values(calls).flatMap(({ security }) => (security?.length === 0 ? [path] : [])),
    );
    expect(open).toEqual(['/session']);
  });
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
}
