import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileSchemas } from './file-schemas.ts';

const folder = new URL('../../../../docs/schemas/', import.meta.url);

describe('the published JSON Schemas', () => {
  it.each(Object.keys(fileSchemas))('%s is what generate.ts would write now', (name) => {
    const published: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    expect(published, 'stale: run node packages/contract/src/schemas/generate.ts').toEqual(
      JSON.parse(JSON.stringify(fileSchemas[name])),
    );
  });

  it('carry their dialect, a relative id and a title', () => {
    for (const [name, schema] of Object.entries(fileSchemas)) {
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: name,
        title: expect.stringMatching(/^Gatehouse/),
      });
    }
  });

  it('let a file leave out what has a default, and refuse unknown keys', () => {
    const tenant = at(fileSchemas['tenant-file.schema.json'], ['properties', 'tenants', 'items']);
    expect(at(tenant, ['required'])).toEqual(['id', 'name', 'domains']);
    expect(at(tenant, ['additionalProperties'])).toBe(false);
    expect(at(tenant, ['properties', 'apiKeys', 'items', 'required'])).toEqual(['key']);
  });

  it('take an inline workflow by the schema of workflow files', () => {
    const path = [
      'properties',
      'tenants',
      'items',
      'properties',
      'workflows',
      'items',
      'properties',
      'workflow',
    ];
    expect(at(fileSchemas['tenant-file.schema.json'], path)).toMatchObject({
      $ref: 'workflow-file.schema.json',
    });
  });
});

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value);
}
