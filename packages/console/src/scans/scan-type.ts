import type { ScanSummary } from '@gatehouse/contract';
import { text } from '../messages/text.ts';

/** Whether a person or a company was looked for. */
export function scanTypeText(type: NonNullable<ScanSummary['customerType']>): string {
  return text(`scans.type-${type}`);
}

/** Whom a scan looked for, as a heading. */
export function scanName({ name }: Pick<ScanSummary, 'name'>): string {
  return name ?? text('scans.nameUnreadable');
}
