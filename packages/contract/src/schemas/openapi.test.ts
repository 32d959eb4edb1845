import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parseInput } from '../bad-input.ts';
import { gatewayErrors } from '../errors.ts';
import { type OperationName, operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { openApiDocument } from './openapi.ts';
import { examples } from './openapi-examples.ts';
import { newestVersion } from './openapi-schemas.ts';

/** As it is written: without members that are undefined. */
const document = JSON.parse(JSON.stringify(openApiDocument)) as Record<string, unknown>;
const all: readonly Operation[] = Object.values(operations);

describe('the OpenAPI document', () => {
  it('is published as generate.ts would write it now', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
    );
    expect(published, 'stale: run npm run docs').toEqual(document);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('leads every reference to a component that is there', () => {
    const broken = referencesIn(document).filter((reference) => {
      const path = reference.replace('#/', '').split('/');
      return (
        path.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document) === undefined
      );
    });
    expect(broken).toEqual([]);
  });

  it('documents every operation of the gateway under its name, and every gateway error', () => {
    const { paths } = openApiDocument;
    expect(Object.keys(paths).filter((path) => path.startsWith('/gateway'))).toEqual(
      Object.keys(operations).map((name) => `/gateway#${name}`),
    );
    for (const [name, { apiCode }] of Object.entries(gatewayErrors)) {
      expect(openApiDocument.info.description).toContain(`| ${apiCode} | \`${name}\` |`);
    }
  });

  it('tells the words that a text field takes, where the contract knows them', () => {
    const { schemas } = openApiDocument.components as unknown as { schemas: Record<string, never> };
    expect(schemas).toMatchObject({
      QuickscanHitsRequest: {
        properties: { data: { properties: { provider: { enum: expect.arrayContaining(['WATCHLIST']) } } } },
      },
      ScreeningSubject: { properties: { customerType: { enum: ['individual', 'corporate'] } } },
      SubmitScreening: { properties: { eventType: { enum: ['MANUAL_CASE_EVENT'] } } },
      SubmitEvent: { properties: { eventType: { enum: expect.not.arrayContaining(['MANUAL_CASE_EVENT']) } } },
    });
  });

  it.each(all)('shows a call of $name that the contract takes', (operation) => {
    const { request, data } = examples[operation.name as OperationName];
    expect(parseInput(operation.input(newestVersion(operation)), request)).toMatchObject({ ok: true });
    expect(operation.output.safeParse(data)).toMatchObject({ success: true });
  });
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
}
