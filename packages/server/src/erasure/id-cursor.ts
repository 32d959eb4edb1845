import { phrase } from '@gatehouse/contract';
import { ConsoleRefusal } from '../console-api/index.ts';
import { isId } from '../lib/ids.ts';

/** The ID that a page ended with, from the cursor that names it. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor !== undefined && !isId(cursor)) {
    throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
  }
  return cursor ?? null;
}
