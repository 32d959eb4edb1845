import { z } from 'zod';
import { engines } from './domain-values.ts';

/** What a hit of INTERNET_SEARCH was found in. */
export const articleSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    passage: z.string().describe('The part of the text that names the subject, at most some 400 characters.'),
    publishedAt: z.string().nullable().describe('Instant in ISO 8601; null where it is not known.'),
    publisher: z.string().describe('Title of the feed, or host of the page.'),
    riskWords: z
      .array(z.string())
      .describe('Words of the passage or title that name a risk, as written there.'),
    alsoAt: z.array(z.string()).describe('Other addresses of the same report.'),
  })
  .meta({ id: 'Article' });
export type Article = z.infer<typeof articleSchema>;

/** A country of a listed entity, with its name in English. */
export const namedCountry = z
  .object({ code: z.string().describe('ISO 3166 alpha-2.'), name: z.string() })
  .meta({ id: 'NamedCountry' });

/** One hit of any engine: the fields of interface specification 2.7 first, then ours (docs/interface.md 4). */
export const hitSchema = z
  .object({
    firstName: z.string(),
    lastName: z
      .string()
      .describe('The whole name of a company or vessel; of INTERNET_SEARCH the name as the text writes it.'),
    category: z.string().describe('sanctions, pep, law-enforcement, adverse-media or watchlist.'),
    subCategory: z.string(),
    addresses: z.array(z.object({ country: namedCountry })),
    dobs: z.array(z.object({ dateOfBirth: z.string().describe('YYYY-MM-DD') })).describe('Full dates only.'),
    hitId: z.string(),
    name: z.string(),
    matchedName: z.string(),
    score: z.number().describe('0 to 1'),
    entityId: z.string().describe("Source id, a colon and the publisher's own id."),
    source: z.string(),
    dobRanges: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Partial or approximate dates of birth as inclusive ranges.'),
    reasons: z.array(z.object({ feature: z.string(), score: z.number(), detail: z.string() })),
    article: articleSchema.optional().describe('Only of INTERNET_SEARCH.'),
  })
  .meta({ id: 'Hit' });
export type WireHit = z.infer<typeof hitSchema>;

/** Hits under the name of their engine. */
export const hitsByEngine = z.partialRecord(z.enum(engines), z.array(hitSchema)).meta({ id: 'HitsByEngine' });
