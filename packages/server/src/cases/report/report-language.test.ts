import { flowLanguages } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { ReportLanguage } from './report-language.ts';

describe('the report on a printer in grey', () => {
  it.each(flowLanguages)('has a word of its own for each verdict, ruling and status, in %s', (code) => {
    const { hits, rulings, verdicts, statuses } = new ReportLanguage(code).texts;
    const tables = [hits.verdicts, rulings, verdicts, statuses] as readonly Readonly<
      Record<string, unknown>
    >[];
    for (const table of tables) {
      const words = Object.values(table).filter((word) => typeof word === 'string');
      expect(words.length).toBeGreaterThan(0);
      expect(words.filter((word) => word.trim() === '')).toEqual([]);
      expect(words).toHaveLength(new Set(words).size);
    }
  });
});
