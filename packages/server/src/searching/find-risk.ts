import { type RiskTheme, riskThemes, riskWords } from './risk-words.ts';

/** What a text says of risks. */
export interface FoundRisk {
  /** 0..1: the gravest theme, a little more for several; 0 where there is none. */
  readonly weight: number;
  /** Gravest first. */
  readonly themes: readonly RiskTheme[];
  /** As they stand in the text, each once, in its order. */
  readonly words: readonly string[];
}

/** What every further theme adds. */
const furtherTheme = 0.05;
const mostWords = 20;
/** Written without blanks, so that a word has no borders. */
const unspaced = /\p{Script=Han}/u;
/** Article and conjunctions are written onto the noun. */
const arabicPrefix = '(?:[وفبكل]?(?:ال)?)';

let compiled: ReadonlyMap<RiskTheme, RegExp> | undefined;

/** Made when first asked for: they take a third of a second, and most commands never ask. */
function patterns(): ReadonlyMap<RiskTheme, RegExp> {
  compiled ??= new Map(
    riskThemes.map((theme) => [theme, patternOf(Object.values(riskWords[theme].words).flat())]),
  );
  return compiled;
}

/** Looks for words of risk in any of the languages of the table. */
export function findRisk(text: string): FoundRisk {
  const plain = text.normalize('NFKC');
  const themes: RiskTheme[] = [];
  const places: { word: string; at: number }[] = [];
  for (const [theme, pattern] of patterns()) {
    const found = [...plain.matchAll(pattern)];
    if (found.length === 0) continue;
    themes.push(theme);
    for (const match of found) places.push({ word: match[0], at: match.index });
  }
  themes.sort((a, b) => riskWords[b].weight - riskWords[a].weight);
  const gravest = themes[0] === undefined ? 0 : riskWords[themes[0]].weight;
  const weight = themes.length === 0 ? 0 : Math.min(1, gravest + furtherTheme * (themes.length - 1));
  places.sort((a, b) => a.at - b.at);
  const words = new Map(places.map(({ word }) => [word.toLowerCase(), word]));
  return { weight, themes, words: [...words.values()].slice(0, mostWords) };
}

/** One pattern for all words of a theme. `?` in a word stands for one letter, `*` for any ending. */
function patternOf(words: readonly string[]): RegExp {
  const parts = [...new Set(words)].map((word) => {
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
  });
  return new RegExp(parts.join('|'), 'giu');
}
