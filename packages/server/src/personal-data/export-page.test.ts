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
  expect(page).toContain('<li><b>Date of birth</b>: 1980-05-06</li>');
  expect(page).toContain('<li><b>Names</b>: <ul><li>Smith, John</li><li>Doe</li></ul></li>');
  expect(page).toContain('<li><b>Shares</b>: <ul><li><ul><li>1</li><li>2</li></ul></li><li>3</li></ul></li>');
  expect(page).toContain('<li><b>Is PEP</b>: yes</li><li><b>Owner IDs</b>: o1</li>');
  expect(page).toContain('<tr><th>Lists</th><td><ul><li><b>un-sc</b>: 2</li></ul></td></tr>');
  expect(page).toContain(
    '<ul><li><ul><li><b>Percent</b>: 60</li></ul></li><li><ul><li><b>Percent</b>: 40</li><li><b>Note</b>: &lt;b&gt;</li></ul></li></ul>',
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
