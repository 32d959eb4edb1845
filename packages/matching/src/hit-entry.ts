/** What a hit shows of the entity it matched. */
import type { Category, EntityType, ListEntry } from './entry.ts';

export type HitEntry = Omit<ListEntry, 'category' | 'details'> & {
  category: Category;
  /** Given names; empty for anything but a person, or when the source does not say. */
  firstName: string;
  /** Family name of a person; the whole name of a company, vessel or aircraft. */
  lastName: string;
};

/** The name by which an entry is called: its first primary name, or the first of any kind. */
export function titleOf(entry: Pick<ListEntry, 'names'>): string {
  return (entry.names.find((name) => name.kind === 'primary') ?? entry.names[0])?.text ?? '';
}

/** Splits an entry's title into given and family name for display, as far as the source distinguishes them. */
export function displayName(entry: { names: ListEntry['names']; type: EntityType }): {
  firstName: string;
  lastName: string;
} {
  const name = entry.names.find((candidate) => candidate.kind === 'primary') ?? entry.names[0];
  if (!name) return { firstName: '', lastName: '' };
  if (entry.type !== 'individual') return { firstName: '', lastName: name.text };
  if (name.first !== undefined || name.last !== undefined) {
    return { firstName: name.first ?? '', lastName: name.last ?? '' };
  }
  const words = name.text.trim().split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
