import { describe, expect, it } from 'vitest';
import { flowCalls, flowProblems } from './index.ts';
import { flowOpenApi } from './openapi.ts';

/** As it is written: without members that are undefined. */
const document = JSON.parse(JSON.stringify(flowOpenApi())) as {
  paths: Record<string, Record<string, { security?: unknown[]; parameters: unknown[] }>>;
  components: { schemas: Record<string, unknown> };
};

describe('the OpenAPI document of the hosted pages', () => {
  it('has every call with its path parameters, and every refusal', () => {
    for (const { method, path } of Object.values(flowCalls)) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        expect(operation?.parameters).toContainEqual(
          expect.objectContaining({ name, in: 'path', required: true }),
        );
      }
    }
    const { FlowProblem } = document.components.schemas;
    expect(FlowProblem).toMatchObject({ properties: { code: { enum: Object.keys(flowProblems) } } });
  });

  it('opens nothing but the exchange to who has no session', () => {
    const open = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.values(calls).flatMap(({ security }) => (security?.length === 0 ? [path] : [])),
    );
    expect(open).toEqual(['/session']);
  });
});
