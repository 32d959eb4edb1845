/**
 * Arabic and Persian names of several words that Latin letters write as one, by their sound: `Abdeslam` is
 * Abd al-Salam, `Ezzaoui` al-Zaoui, `Aleryani` al-Eryani, `Gholamreza` Gholam Reza. Joining the words does not show it: the `l` of the
 * article becomes the letter that follows, and the vowels are those of the ear.
 */

/**
 * The article in one word with a name of origin: `Aleryani`, `Elhamidi`. Iran's names of two begin with Ali: `Alimohammadi` is not
 * Mohammadi.
 */
const NAME_OF_ORIGIN =
  /^[ae]l(?!i(?!raq|br|slam|dris|ryan))([a-z]{2,}[aeiouw](?:[bdghjklmnqrstwyz]|sh|th|gh|hr)[iy])$/;
/** A sun letter, which the article takes on: `Abdussalam`, `Abderrahmane`, `Abdeslam`. */
const SUN_SERVANT = /^abd[aeou](?:(sh|ch|[sznrdt])\1|(?=s[bdfgklmnprtz]))([a-z]{3,})$/;
/** The servant and the article alone: `Abdus Samad`, `Abder Rahmane`. */
const SERVANT = /^abd[aeou](?:sh|ch|[sznrdt])$/;
/** The article before a name that begins with its letter: `Ez Zawahiri`, `Ech Chami`. `Ash` and its like are particles anyway. */
const ARTICLE = /^[eu](sh|ch|dh|th|[sznrdt])$/;
/** The article in one word with such a name: `Errimi`, `Ezzaoui`. `Anna` and `Attila` have none. */
const JOINED_ARTICLE = /^e(ch|[sznrdt])(\1[a-z]{3,})$/;

/**
 * Servants of a holy man, in one word with his name as Iran and its neighbours write them. Of other names the first alone is
 * another man's: `Hamidreza` is not Hamid.
 */
const SERVANTS = '[gq]h?[ou]lam|abd[ou]l';
const SERVED =
  'reza|rida|ridha|ali|h[ou]ss?[ae]i?y?n|hass?an|m[ae]hdi|m[ou]ham+[ae]d|akbar|abbas|sadegh|sadiq|nabi|rasou?l|ha[iy]da?r';
const TWO_NAMES = new RegExp(`^(${SERVANTS})(${SERVED})$`);
const FIRST_OF_TWO = 'agq';

/** Whether `token`, between two others, is the article of the next one. `Ed Davis` is a given name. */
function isArticle(token: string, before: string | undefined, next: string | undefined): boolean {
  if (token.length > 3 || before === undefined || next === undefined) return false;
  const letter = ARTICLE.exec(token)?.[1];
  return letter !== undefined && next.length > 3 && next.startsWith(letter);
}

/** The words that a token may be in one, with the next token of the name; undefined where it is none. */
function apart(token: string, next: string | undefined): string[] | undefined {
  if (token.length < 5) return undefined;
  // A letter tells that most tokens are none of these.
  const isServant = token.startsWith('abd');
  if (isServant && SERVANT.test(token)) return next === undefined ? undefined : ['abd', 'al'];
  if (token.length < 6) return undefined;
  const origin = token.charCodeAt(1) === 108 ? NAME_OF_ORIGIN.exec(token) : null;
  if (origin) return ['al', origin[1]!];
  const servant = isServant ? SUN_SERVANT.exec(token) : null;
  if (servant) return ['abd', 'al', (servant[1] ?? '') + servant[2]!];
  const joined = token.startsWith('e') ? JOINED_ARTICLE.exec(token) : null;
  if (joined) return ['al', joined[2]!];
  return FIRST_OF_TWO.includes(token[0]!) ? TWO_NAMES.exec(token)?.slice(1) : undefined;
}

/** The tokens of a person's name with such words taken apart; undefined where it has none. */
export function takenApart(tokens: readonly string[]): string[] | undefined {
  let words: string[] | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    const found = isArticle(token, tokens[at - 1], next) ? ['al'] : apart(token, next);
    if (found) words ??= tokens.slice(0, at);
    words?.push(...(found ?? [token]));
  }
  return words;
}
