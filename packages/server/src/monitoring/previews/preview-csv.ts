import type { Database } from '../../database/database.ts';
import { csvMark, csvRows } from '../../lib/csv.ts';
import type { Scope } from '../../lib/scope.ts';
import { type PreviewedCustomer, readPreviewedCustomers } from './preview-rows.ts';

const pageSize = 1_000;
const head = ['customerId', 'customerName', 'change', 'subject', 'entityId', 'entity', 'category', 'ruling'];

/** The customers of a preview, page by page, a row for each alert. */
export async function* previewCsv(
  database: Database,
  scope: Scope,
  previewId: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvMark + csvRows([head]));
  for (let from = 0; ; from += pageSize) {
    const page = { previewId, from, limit: pageSize };
    const customers = await database.transaction(scope, (tx) => readPreviewedCustomers(tx, scope, page));
    if (customers.length > 0) yield Buffer.from(csvRows(customers.flatMap(rowsOf)));
    if (customers.length < pageSize) return;
  }
}

function rowsOf({ customerId, customerName, appearing, vanishing }: PreviewedCustomer): string[][] {
  const row = (
    change: 'new' | 'vanishing',
    alert: PreviewedCustomer['appearing'][number],
    ruling: string,
  ) => [
    customerId,
    customerName ?? '',
    change,
    alert.subjectKey,
    alert.entityId,
    alert.name,
    alert.category,
    ruling,
  ];
  return [
    ...vanishing.map((alert) => row('vanishing', alert, alert.ruling ?? '')),
    ...appearing.map((alert) => row('new', alert, '')),
  ];
}
