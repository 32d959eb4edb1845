import { labelOf } from '../ui/format.ts';

/** What a match strength lets through (docs/interface.md, the engines' thresholds). */
const strengths: Readonly<Record<string, string>> = {
  EXACT: 'only the same names',
  STRONG: 'only close matches',
  WEAK: 'also distant matches',
};

/** Settings of an engine as they were used: `Match strength STRONG (only close matches), max hits 20`; empty of one that has none. */
export function settingsText(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  const texts = Object.entries(settings).map(([name, value]) => {
    const meaning = name === 'matchStrength' ? strengths[String(value)] : undefined;
    return `${labelOf(name)} ${String(value)}${meaning === undefined ? '' : ` (${meaning})`}`;
  });
  return texts
    .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join(', ');
}

/** Each engine that a screening used with its settings, by the input of its node: `GLOBAL_CHECK: match strength STRONG (only close matches)`. */
export function enginesText(input: unknown): string {
  const { settings } = (input ?? {}) as { readonly settings?: Readonly<Record<string, unknown>> };
  return Object.entries(settings ?? {})
    .map(([engine, own]) => {
      const text = settingsText(own);
      return text === '' ? engine : `${engine}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    })
    .join('; ');
}
