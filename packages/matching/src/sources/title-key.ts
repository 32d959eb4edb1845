/** By what a name in a text finds the entry that bears it. */
import { oneLine } from './list-entry.ts';

/**
 * Letters and digits of a name in capitals, its words in order of the alphabet: `AL-ZAYDI, Shubul` and `Shubul AL-ZAYDI` have
 * one key, and a full stop at the end makes no difference. Two entries with one key have the same title.
 */
export function titleKey(name: string): string {
  const words = (oneLine(name) ?? '').toUpperCase().split(/[^\p{L}\p{N}\p{M}]+/u);
  return words.filter(Boolean).sort().join(' ');
}
