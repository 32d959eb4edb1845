import { textIfKnown } from '../messages/text.ts';
import { labelOf } from './format.ts';

/** What a table of the store has, in words; `file`: files of the file store. */
export function tableLabel(table: string): string {
  return textIfKnown(`labels.table-${table.replaceAll('_', '-')}`) ?? labelOf(table);
}
