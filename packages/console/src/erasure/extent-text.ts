import type { ConsoleData, ErasureView } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { formatList, formatNumber } from '../ui/format.ts';

/** What would go with a customer, as a sentence. */
export function extentText(extent: ConsoleData<'erasures.preview'>['extent']): string {
  const { executions, cases, hits, rulings, deliveries } = extent;
  return text('erasure.extent', {
    parts: formatList([
      text('erasure.executions', { count: executions }),
      text('erasure.cases', { count: cases }),
      text('erasure.hits', { count: hits }),
      text('erasure.rulings', { count: rulings }),
      text('erasure.deliveries', { count: deliveries }),
    ]),
  });
}

/** What went with a customer: rows, files, and audit records that stay without their details. */
export function erasedText({ erased }: ErasureView): string {
  const { file = 0, audit_event: emptied = 0, ...tables } = erased;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return text('erasure.went', {
    rows: formatNumber(rows),
    files: formatNumber(file),
    emptied: formatNumber(emptied),
  });
}
