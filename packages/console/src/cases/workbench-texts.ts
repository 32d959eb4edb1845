import type { RulingVerdict } from '@gatehouse/contract';
import { text } from '../messages/text.ts';

/** Words of rulings, as the table of hits and the pages of customers and rulings have them. */
export const workbenchTexts = {
  unruled: text('hits.unruled'),
  rulings: {
    TRUE_MATCH: text('hits.ruling-TRUE_MATCH'),
    FALSE_POSITIVE: text('hits.ruling-FALSE_POSITIVE'),
    UNDECIDED: text('hits.ruling-UNDECIDED'),
  } satisfies Record<RulingVerdict, string>,
} as const;
