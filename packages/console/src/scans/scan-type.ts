import type { ScanSummary } from '@gatehouse/contract';
import { text } from '../messages/text.ts';

/** Whether a person or a company was looked for. */
export function scanTypeText(type: ScanSummary['customerType']): string {
  return text(`scans.type-${type}`);
}
