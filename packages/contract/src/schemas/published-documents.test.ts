import { globSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { consoleOpenApi } from '../console/openapi.ts';
import { flowOpenApi } from '../flow/openapi.ts';
import { describeNodeTypes } from '../nodes/describe.ts';
import type { NodeType } from '../nodes/index.ts';
import { outputMeanings } from '../nodes/output-meanings.ts';
import { brunoCollection } from './bruno.ts';
import { consolePage } from './console-page.ts';
import { errorsPage } from './errors-page.ts';
import { nodesPage } from './nodes-page.ts';
import { gatewayOpenApi } from './openapi.ts';
import { operationsPage } from './operations-page.ts';
import { webhookPayloadsPage } from './webhook-payloads-page.ts';

const docs = new URL('../../../../docs/', import.meta.url);

/** As they are written: without members that are undefined. */
const documents = {
  'openapi.json': gatewayOpenApi,
  'hosted-openapi.json': flowOpenApi(),
  'console-openapi.json': consoleOpenApi(),
};
const published = Object.entries(documents).map(([name, document]) => ({
  name,
  document: JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
}));

describe('each published OpenAPI document', () => {
  it.each(published)('$name is what generate.ts would write now', ({ name, document }) => {
    const text = readFileSync(new URL(name, docs), 'utf8');
    expect(JSON.parse(text), 'stale: run npm run docs').toEqual(document);
  });

  it.each(published)('$name is valid OpenAPI 3.1', async ({ document }) => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it.each(published)(
    '$name leads every reference to a component, and has none without one',
    ({ document }) => {
      const { components } = document as { components: Record<string, Record<string, unknown>> };
      const references = new Set(objectsIn(document).map(({ value }) => value['$ref'] as string | undefined));
      const there = Object.entries(components).flatMap(([kind, all]) =>
        Object.keys(all).map((name) => `#/components/${kind}/${name}`),
      );
      expect(
        [...references].filter((reference) => reference !== undefined && !there.includes(reference)),
      ).toEqual([]);
      const schemas = there.filter((address) => address.startsWith('#/components/schemas/'));
      expect(schemas.filter((address) => !references.has(address))).toEqual([]);
    },
  );

  it.each(published)('$name has one component for an object, and no copies of it', ({ document }) => {
    const places = new Map<string, string[]>();
    for (const { path, value } of objectsIn(document)) {
      if (value['type'] !== 'object' || Object.keys(value['properties'] ?? {}).length < 2) continue;
      const shape = JSON.stringify(value, (key, member: unknown) =>
        key === 'description' ? undefined : member,
      );
      places.set(shape, [...(places.get(shape) ?? []), path]);
    }
    const copies = [...places.values()].filter(
      (paths) => paths.length > 1 && paths.some((path) => !/^\/components\/schemas\/\w+$/.test(path)),
    );
    expect(copies).toEqual([]);
  });

  it.each(published)(
    '$name says nothing beside a reference but what the component is for',
    ({ document }) => {
      const beside = objectsIn(document)
        .filter(({ value }) => typeof value['$ref'] === 'string')
        .flatMap(({ value }) => Object.keys(value));
      expect([...new Set(beside)].filter((key) => !['$ref', 'description', 'default'].includes(key))).toEqual(
        [],
      );
    },
  );

  it.each(published)(
    '$name has no tuple and no closed list, which generators do not know',
    ({ document }) => {
      const odd = objectsIn(document).filter(
        ({ value }) => 'prefixItems' in value || value['items'] === false,
      );
      expect(odd.map(({ path }) => path)).toEqual([]);
    },
  );
});

describe('each written page of reference', () => {
  const pages: Readonly<Record<string, () => string>> = {
    'console-routes.md': consolePage,
    'errors.md': errorsPage,
    'nodes.md': nodesPage,
    'operations.md': operationsPage,
    'webhook-payloads.md': webhookPayloadsPage,
  };

  it.each(Object.entries(pages))('%s is what generate.ts would write now', (name, write) => {
    expect(readFileSync(new URL(name, docs), 'utf8') === write(), 'stale: run npm run docs').toBe(true);
  });

  it('says of each key of a node what it means', () => {
    const bare = nodesPage()
      .split('\n')
      .filter((line) => /^\| `.*\| *\|$/.test(line));
    expect(bare).toEqual([]);
  });

  it('says of each output of a node what it holds, and of no other', () => {
    for (const { type, output } of describeNodeTypes()) {
      expect(Object.keys(outputMeanings[type as NodeType]).toSorted(), type).toEqual(
        Object.keys(output).toSorted(),
      );
    }
  });
});

it('the Bruno collection is what generate.ts would write now', () => {
  const folder = new URL('../clients/bruno/', docs);
  const collection = brunoCollection();
  expect(globSync('**/*.bru', { cwd: folder }).sort()).toEqual(
    Object.keys(collection)
      .filter((path) => path.endsWith('.bru'))
      .sort(),
  );
  expect(collection['README.md'], 'what is seen without Bruno').toContain('clients/bruno/.env');
  for (const [path, content] of Object.entries(collection)) {
    const kept = readFileSync(new URL(path, folder));
    expect(kept.equals(Buffer.from(content as string)), `${path} is stale: run npm run docs`).toBe(true);
  }
});

interface FoundObject {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function objectsIn(value: unknown, path = ''): FoundObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, member]) => objectsIn(member, `${path}/${key}`));
  return Array.isArray(value) ? below : [{ path, value: value as FoundObject['value'] }, ...below];
}
