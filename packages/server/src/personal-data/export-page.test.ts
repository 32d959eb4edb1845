import { expect, it } from 'vitest';
import { exportPage, type PageContent } from './export-page.ts';
import { personalTables } from './personal-tables.ts';

const table = personalTables.find((each) => each.table === 'customer')!;
const content: PageContent = {
  tenantId: 'acme',
  domain: 'retail',
  customerId: 'C-1',
  exportedAt: '2026-11-01T12:00:00.000Z',
  controller: { name: 'Acme', contact: [] },
  kept: { periods: [], customer: undefined },
  tables: [],
  files: [],
  recipients: [],
};
const pageOf = (row: Readonly<Record<string, unknown>>): string =>
  exportPage({
    ...content,
    tables: [{ table, path: 'data/customer.json', count: 1, rows: [JSON.stringify(row)] }],
  });

it('has parts within parts in words and tables, and nothing as JSON', () => {
  const page = pageOf({
    profile: {
      dateOfBirth: '1980-05-06',
      names: ['Smith, John', 'Doe'],
      shares: [[1, 2], [3]],
      isPEP: true,
      ownerIDs: ['o1'],
      empty: { names: [], other: null },
    },
    lists: { 'un-sc': 2 },
    holdings: [{ percent: 60 }, { percent: 40, note: '<b>' }],
  });
  expect(page).toContain('<tr><th>Date of birth</th><td>1980-05-06</td></tr>');
  expect(page).toContain('<tr><th>Names</th><td><ul><li>Smith, John</li><li>Doe</li></ul></td></tr>');
  expect(page).toContain(
    '<tr><th>Shares</th><td><ul><li><ul><li>1</li><li>2</li></ul></li><li>3</li></ul></td></tr>',
  );
  expect(page).toContain('<tr><th>Is PEP</th><td>yes</td></tr><tr><th>Owner IDs</th><td>o1</td></tr>');
  expect(page).toContain('<tr><th>un-sc</th><td>2</td></tr>');
  expect(page).toContain(
    '<td><ul><li><table><tr><th>Percent</th><td>60</td></tr></table></li><li><table><tr><th>Percent</th><td>40</td></tr><tr><th>Note</th><td>&lt;b&gt;</td></tr></table></li></ul></td>',
  );
  expect(page).not.toMatch(/Empty|<pre>|[{}"]profile|\[\]/);
});

it('names the folder of files only where there is one', () => {
  const file = { path: 'files/1/a.png', filename: 'a.png' };
  const named = '<code>files</code>';
  expect(exportPage(content)).not.toContain(named);
  expect(exportPage({ ...content, files: [{ ...file, missing: 'since it is gone' }] })).not.toContain(named);
  expect(exportPage({ ...content, files: [{ ...file, missing: undefined }] })).toContain(named);
});
