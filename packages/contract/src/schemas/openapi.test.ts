import { describe, expect, it } from 'vitest';
import { parseInput } from '../bad-input.ts';
import { gatewayErrors } from '../errors.ts';
import { type OperationName, operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { gatewayOpenApi } from './openapi.ts';
import { examples } from './openapi-examples.ts';
import { newestVersion } from './openapi-schemas.ts';

const all: readonly Operation[] = Object.values(operations);

describe('the OpenAPI document', () => {
  it('documents every operation of the gateway under its name, and every gateway error', () => {
    const { paths } = gatewayOpenApi;
    expect(Object.keys(paths ?? {}).filter((path) => path.startsWith('/gateway'))).toEqual(
      Object.keys(operations).map((name) => `/gateway/${name}`),
    );
    for (const [name, { apiCode }] of Object.entries(gatewayErrors)) {
      expect(gatewayOpenApi.info.description).toContain(`| ${apiCode} | \`${name}\` |`);
    }
  });

  it('tells the words that a text field takes, where the contract knows them', () => {
    const { schemas } = gatewayOpenApi.components as unknown as { schemas: Record<string, never> };
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
