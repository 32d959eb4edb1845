import House from 'lucide-react/icons/house';
import { describe, expect, it } from 'vitest';
import { matchingEntries, type PaletteEntry } from './palette-entries.ts';

const entries = ['Home', 'API & Integration', 'New quick scan', 'Quick scan'].map(
  (label): PaletteEntry => ({ id: label, section: 'pages', label, icon: House, run: () => undefined }),
);

describe('entries of the command palette', () => {
  it('match by the beginnings of their words, in any order and case', () => {
    const found = (text: string) => matchingEntries(entries, text).map(({ label }) => label);
    expect(found('scan q')).toEqual(['New quick scan', 'Quick scan']);
    expect(found('INTEG')).toEqual(['API & Integration']);
    expect(found('can')).toEqual([]);
    expect(found(' ')).toHaveLength(entries.length);
  });
});
