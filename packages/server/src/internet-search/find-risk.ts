import { type RiskTheme, riskTerms, riskThemes } from './risk-words.ts';

/** What a text says of risks. */
export interface FoundRisk {
  /** 0..1: the gravest theme, a little more for several; 0 where there is none. */
  readonly weight: number;
  /** Gravest first. */
  readonly themes: readonly RiskTheme[];
  /** As written in the text, each once, in its order. */
  readonly words: readonly string[];
}

/** What every further theme adds. */
const furtherTheme = 0.05;
const maxWords = 20;
/** Written without blanks, so that a word has no borders. */
const unspaced = /\p{Script=Han}/u;
/** Article and conjunctions are written onto the noun. */
const arabicPrefix = '(?:[وفبكل]?(?:ال)?)';

/** A word of the table, or several. */
interface RiskWord {
  /** What every text with it holds, folded. */
  readonly core: string;
  /** As a part of a pattern; made when a text first holds the core. */
  source: string | undefined;
  readonly word: string;
}

const table: ReadonlyMap<RiskTheme, readonly RiskWord[]> = new Map(
  riskThemes.map((theme) => [
    theme,
    [...new Set(Object.values(riskTerms[theme].words).flat())].map((word) => ({
      word,
      core: coreOf(word),
      source: undefined,
    })),
  ]),
);

/**
 * One pattern for those words of a theme that the text can have: one for all of them held the thread for more than a second
 * when it was first used.
 */
function patternFor(theme: RiskTheme, folded: string): RegExp | undefined {
  const sources = table
    .get(theme)!
    .filter(({ core }) => folded.includes(core))
    .map((word) => {
      word.source ??= sourceOf(word.word);
      return word.source;
    });
  return sources.length === 0 ? undefined : new RegExp(sources.join('|'), 'giu');
}

/** The longest part that is written out; folded as a pattern without regard to case takes letters for the same. */
function coreOf(word: string): string {
  const parts = fold(word.normalize('NFKC')).split(/[?*\s’']+/u);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Looks for words of risk in any of the languages of the table. */
export function findRisk(text: string): FoundRisk {
  const plain = text.normalize('NFKC');
  const themes: RiskTheme[] = [];
  const places: { word: string; at: number }[] = [];
  const folded = fold(plain);
  for (const theme of riskThemes) {
    const pattern = patternFor(theme, folded);
    if (pattern === undefined) continue;
    const found = [...plain.matchAll(pattern)];
    if (found.length === 0) continue;
    themes.push(theme);
    for (const match of found) places.push({ word: match[0], at: match.index });
  }
  themes.sort((a, b) => riskTerms[b].weight - riskTerms[a].weight);
  const gravest = themes[0] === undefined ? 0 : riskTerms[themes[0]].weight;
  const weight = themes.length === 0 ? 0 : Math.min(1, gravest + furtherTheme * (themes.length - 1));
  places.sort((a, b) => a.at - b.at);
  const words = new Map(places.map(({ word }) => [word.toLowerCase(), word]));
  return { weight, themes, words: [...words.values()].slice(0, maxWords) };
}

/** The part of a pattern that finds a word. `?` in it stands for one letter, `*` for any ending. */
function sourceOf(word: string): string {
  const body = word
    .normalize('NFKC')
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('?', String.raw`\p{L}`)
    .replaceAll('*', String.raw`[\p{L}\p{M}]*`)
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll('’', "['’]");
  if (unspaced.test(word)) return body;
  const prefix = /\p{Script=Arabic}/u.test(word) ? arabicPrefix : '';
  return String.raw`(?<![\p{L}\p{N}])${prefix}${body}(?![\p{L}\p{N}])`;
}
