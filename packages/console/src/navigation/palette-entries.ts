import type { LucideIcon } from 'lucide-react';

/** Something that the command palette finds. */
export interface PaletteEntry {
  /** Unlike that of any other entry. */
  readonly id: string;
  readonly section: 'Pages' | 'Actions' | 'Cases' | 'Customers';
  readonly label: string;
  /** Beside the label. */
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** The entries of which each word of a text begins a word; of no text, all of them. */
export function matchingEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const wanted = wordsOf(text);
  return entries.filter(({ label }) => {
    const own = wordsOf(label);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
