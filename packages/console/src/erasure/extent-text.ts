import type { ConsoleData } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { formatList } from '../ui/format.ts';

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
