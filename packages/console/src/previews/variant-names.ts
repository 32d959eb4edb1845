import { enginesText, settingsText } from '../hits/engine-settings.ts';
import { optionLabels } from '../ui/field-labels.ts';
import { clausesText, formatNumber } from '../ui/format.ts';
import type { PreviewSettings } from './preview-queries.ts';
import { dialOf, valueAt } from './setting-steps.ts';

/** Compared settings in words: by what differs between them, or all of them where nothing does. */
export function variantNames(variants: readonly PreviewSettings[]): string[] {
  const dial = dialOf(variants);
  return variants.map((settings) => {
    if (dial === undefined) return clausesText(settings.map((engines) => enginesText({ settings: engines })));
    const { setting, value } = valueAt(settings, dial);
    return settingsText({ [setting]: value });
  });
}

/** The same in a table: the value alone. */
export function shortNames(variants: readonly PreviewSettings[]): string[] {
  const dial = dialOf(variants);
  if (dial === undefined) return variants.length > 1 ? variantNames(variants) : [''];
  return variants.map((settings) => {
    const { value } = valueAt(settings, dial);
    return optionLabels([value])?.[String(value)] ?? formatted(value);
  });
}

function formatted(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : String(value);
}
