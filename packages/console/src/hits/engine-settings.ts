import { labelOf } from '../ui/format.ts';

/** Settings of an engine as they were used: `Match strength STRONG, max hits 20`; empty of one that has none. */
export function settingsText(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  const texts = Object.entries(settings).map(([name, value]) => `${labelOf(name)} ${String(value)}`);
  return texts
    .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join(', ');
}

/** Each engine that a screening used with its settings, by the input of its node: `GLOBAL_CHECK (match strength STRONG)`. */
export function enginesText(input: unknown): string {
  const { settings } = (input ?? {}) as { readonly settings?: Readonly<Record<string, unknown>> };
  return Object.entries(settings ?? {})
    .map(([engine, own]) => {
      const text = settingsText(own);
      return text === '' ? engine : `${engine} (${text.charAt(0).toLowerCase()}${text.slice(1)})`;
    })
    .join(', ');
}
