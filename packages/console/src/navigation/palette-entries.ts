import type { LucideIcon } from 'lucide-react';
import { currentLocale, text } from '../messages/text.ts';

/** Titles of what the command palette finds, by kind. */
export const paletteSections = {
  pages: text('frame.pages'),
  actions: text('actions.title'),
  cases: text('frame.cases'),
  customers: text('frame.customers'),
} as const;

/** Something that the command palette finds. */
export interface PaletteEntry {
  /** Unlike that of any other entry. */
  readonly id: string;
  readonly section: keyof typeof paletteSections;
  readonly label: string;
  /** Beside the label. */
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** The entries of which each word of a text begins a word; of no text, all of them. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const wanted = wordsOf(typed);
  return entries.filter(({ label }) => {
    const own = wordsOf(label);
    return wanted.every((word) => own.some((one) => one.startsWith(word) || one.startsWith(`ال${word}`)));
  });
}

/** Words as the language has them: some are written without blanks, and Arabic has the article in the word. */
function wordsOf(typed: string): readonly string[] {
  const segmenter = new Intl.Segmenter(currentLocale(), { granularity: 'word' });
  return [...segmenter.segment(typed.toLocaleLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}
