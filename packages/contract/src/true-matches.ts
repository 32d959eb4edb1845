import { z } from 'zod';

/**
 * What a true match takes before a case may be approved or closed in spite of it, from the mildest to the strictest:
 * - `own-words`: the reason is in the person's own words
 * - `second-person`: another person confirms besides, in words of their own
 * - `reject-only`: nothing; the case can only be rejected
 */
export const trueMatchRules = ['own-words', 'second-person', 'reject-only'] as const;
export type TrueMatchRule = (typeof trueMatchRules)[number];

const rule = z.enum(trueMatchRules).optional();

/** The rules of a decision node, by the category of the hit. A category that is not stated has its default. */
export const trueMatchPolicy = z
  .strictObject({
    sanctions: z.enum(['second-person', 'reject-only']).optional().describe('Default: second-person.'),
    pep: rule.describe('Default: own-words.'),
    'law-enforcement': rule.describe('Default: own-words.'),
    'adverse-media': rule.describe('Default: own-words.'),
    watchlist: rule.describe(
      'Of lists of this category, and of entries of the tenant’s watchlist, whose `onTrueMatch` can be stricter. Default: own-words.',
    ),
  })
  .describe(
    'Decision policy: what approving or closing a case takes in spite of a true match. `second-person` also wants own words; `reject-only` leaves rejection alone.',
  );
export type TrueMatchPolicy = z.infer<typeof trueMatchPolicy>;

/** What holds where a decision node says nothing else. */
export const defaultTrueMatchPolicy: Readonly<Required<TrueMatchPolicy>> = {
  sanctions: 'second-person',
  pep: 'own-words',
  'law-enforcement': 'own-words',
  'adverse-media': 'own-words',
  watchlist: 'own-words',
};
