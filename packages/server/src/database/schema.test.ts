import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpSchema } from './catalogue.ts';
import type { OpenDatabase } from './index.ts';
import { stores } from './stores.fixture.ts';

describe.each(stores)('the schema on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  it('is what schema.sql shows; if not, run dump-schema.ts', async () => {
    const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8');
    expect(await dumpSchema(database)).toBe(committed);
  });
});
