/** Legal forms of several words of which the order or a word was lost: `Company Stock Joint Genbank`, `Joint Stock Genbank`. */
import { LEGAL_FORMS } from './legal-forms.ts';

/** Words that are known to be of a legal form wherever they stand in one name. */
const TELLING: readonly (readonly string[])[] = [
  'joint stock',
  'liability limited',
  'liability company',
  'aktsionernoe',
  'otvetstvennostyu',
  'ogranichennoy',
  'aktsionerno',
  'akcionarsko',
  'anonima',
  'anonyme',
  'responsabilidad',
  'responsabilite',
  'responsabilita',
  'haftung beschrankter',
  'rl cv',
  'rl s',
  'sa cv',
].map((words) => words.split(' '));

/** Some words that are known, and every spelling that has them. */
const KNOWN_BY = TELLING.map((telling) => ({
  telling,
  forms: [...LEGAL_FORMS.keys()]
    .map((spelling) => spelling.split(' '))
    .filter((form) => form.length > 1 && telling.every((word) => form.includes(word))),
}));
const FIRST_TELLING = new Set(TELLING.map(([first]) => first!));

/** The words of a name without those of a spelling that it has, and how many these are. */
function without(words: readonly string[], form: readonly string[]): { rest: string[]; found: number } {
  const rest = [...words];
  let found = 0;
  for (const word of form) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    rest.splice(at, 1);
    found++;
  }
  return { rest, found };
}

function isWhole(words: readonly string[], form: readonly string[]): boolean {
  return words.some((_, at) => form.every((word, offset) => words[at + offset] === word));
}

/**
 * The words with a legal form whole at the end of which they have the telling words, in whatever order; undefined where they
 * have none, or have it as it should be.
 */
export function withFormWhole(words: readonly string[]): string[] | undefined {
  if (!words.some((word) => FIRST_TELLING.has(word))) return undefined;
  const known = KNOWN_BY.find(({ telling }) => telling.every((word) => words.includes(word)));
  let best: { rest: string[]; found: number; form: readonly string[] } | undefined;
  for (const form of known?.forms ?? []) {
    const { rest, found } = without(words, form);
    const isBetter =
      best === undefined || found > best.found || (found === best.found && form.length < best.form.length);
    if (isBetter) best = { rest, found, form };
  }
  if (best === undefined || best.rest.length === 0 || isWhole(words, best.form)) return undefined;
  return [...best.rest, ...best.form];
}
