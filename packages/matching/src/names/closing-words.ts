/**
 * Arabic names that end in `of the faith` or `of God`, written together as most write them: `Nur al-Din` is Nuruddin, `Ubayd Allah`
 * Ubaydullah. The first word alone is another name: `Jalal` is not Jalaluddin.
 */
import { PARTICLES } from './particles.ts';

const ARTICLES = new Set(['al', 'el', 'ul', 'ad', 'ed', 'ud', 'id']);
/** The last word by itself, and in one word with its article. */
const FAITH = new Set(['din', 'deen', 'dine']);
const OF_THE_FAITH = /^(?:[aeiou](?:dd|ld)(?:in|ine|een|eene)|udin|edine)$/;
const OF_GOD = new Set(['allah', 'ullah', 'ollah', 'alla', 'ulla']);
const MIN_FIRST = 3;
/** Of God is the servant alone, which is a name of its own in every spelling. */
const SERVANT = 'abd';

/** How a name goes on behind its first word, and how many words that takes. */
function closingAt(tokens: readonly string[], at: number): { ending: string; count: number } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (OF_GOD.has(token)) return { ending: 'ullah', count: 1 };
  if (OF_THE_FAITH.test(token)) return { ending: 'uddin', count: 1 };
  return ARTICLES.has(token) && FAITH.has(tokens[at + 1] ?? '') ? { ending: 'uddin', count: 2 } : undefined;
}

/** The tokens of a person's name with such names in one word each, and what occurs for each; undefined where it has none. */
export function closedNames(tokens: readonly string[]): { tokens: string[]; words: string[] } | undefined {
  // Most names have none.
  if (!tokens.some((_, at) => at > 0 && closingAt(tokens, at) !== undefined)) return undefined;
  const closed: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const mayClose = token.length >= MIN_FIRST && token !== SERVANT && !PARTICLES.has(token);
    const closing = mayClose ? closingAt(tokens, at + 1) : undefined;
    closed.push(closing ? token + closing.ending : token);
    words.push(tokens.slice(at, at + 1 + (closing?.count ?? 0)).join(' '));
    at += closing?.count ?? 0;
  }
  return closed.length === tokens.length ? undefined : { tokens: closed, words };
}
