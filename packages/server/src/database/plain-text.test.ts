import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from './index.ts';
import { stores } from './stores.fixture.ts';

describe.each(stores)('plain texts on the $kind store', (store) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await store.open();
  });
  afterEach(() => database.close());

  const plain = async (texts: readonly (string | null)[]) => {
    const { rows } = await database.executeSql(
      `select gatehouse.plain_text(t) as plain from unnest($1::text[]) with ordinality as u(t, n) order by n`,
      [texts],
    );
    return rows.map((row) => (row as { plain: string }).plain);
  };

  it('have small letters without accents, whatever the script', async () => {
    expect(await plain(['Žofie ŁUKASZ', 'ÅSA', 'ΓΙΆΝΝΗΣ', 'Иванов', 'ｆｕｌｌ', null, ''])).toEqual([
      'zofie lukasz',
      'asa',
      'γιαννησ',
      'иванов',
      'full',
      '',
      '',
    ]);
  });

  it('of plain letters alone are what they are beside others', async () => {
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
    const texts = [ascii, `Jane MARIA Doe-7 O'Neil`, 'C100001', '\t\n'];
    const [alone, beside] = [await plain(texts), await plain(texts.map((text) => `${text}é`))];
    expect(alone.map((text) => `${text}e`)).toEqual(beside);
    expect(alone[1]).toBe(`jane maria doe-7 o'neil`);
  });
});
