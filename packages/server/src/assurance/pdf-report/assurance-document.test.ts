import { flowLanguages } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import type { ReportBlock, ReportDocument } from '../../pdf/index.ts';
import { estimateMissed } from '../run/missed-estimate.ts';
import { makeReport, type ReportBasis } from '../run/report.ts';
import { ResultCounts } from '../run/result-counts.ts';
import type { RecordResult } from '../run/screen-record.ts';
import { assuranceDocument } from './assurance-document.ts';
import type { AssuranceSource } from './assurance-source.ts';

const basis: ReportBasis = {
  versions: {
    gatehouse: '9.9.9',
    engine: '1.22.0',
    node: 'v24.0.0',
    unicode: '17.0',
    lists: { 'un-sc': 'version-of-un' },
  },
  settings: {
    engine: 'GLOBAL_CHECK',
    engineSettings: { matchStrength: 'WEAK' },
    minScore: 0.65,
    minNameScore: 0.6,
    exactOnly: false,
    weakAliases: 'exact',
    maxHits: 10,
    workflow: null,
  },
  pack: { seed: 7, requested: 500, size: 40, file: null },
};
const found: RecordResult = { found: true, rank: 1, hits: 1, nearest: 1, sameName: true };
const missed: RecordResult = {
  ...{ found: false, rank: 0, hits: 0, nearest: 0.641, sameName: false },
  reason: 'below-threshold',
};
const group = { list: 'un-sc', entityType: 'individual', fact: 'primary' } as const;

function reportOf(pack: ReportBasis['pack'] = basis.pack) {
  const counts = new ResultCounts();
  for (let at = 0; at < 40; at++) {
    const isClean = at >= 30;
    const way = at % 2 === 0 ? 'exact' : 'letter-dropped';
    counts.add(
      {
        id: `record ${at}`,
        group: isClean
          ? { list: '', entityType: 'individual', fact: 'made-up', way: 'people-latin' }
          : { ...group, way },
        subject: { name: `Screened ${at}`, type: 'individual' },
        original: `Published ${at}`,
        expected: isClean ? { kind: 'none' } : { kind: 'entry', source: 'un-sc', entityId: `${at}` },
      },
      isClean || way === 'exact' ? { ...found, hits: isClean ? 0 : 1 } : missed,
      at,
    );
  }
  const available = [{ list: 'un-sc', entityType: 'individual', fact: 'primary', available: 999 } as const];
  return makeReport({ ...basis, pack }, pack.file === null ? available : [], counts);
}

function documentOf(changes: Partial<AssuranceSource> = {}): ReportDocument {
  return assuranceDocument({
    report: reportOf(),
    sha256: 'hash-of-report',
    language: 'en',
    brand: { name: 'Example Bank', color: '#123456' },
    letterhead: 'Production',
    isOfService: false,
    isAttested: true,
    ...changes,
  });
}

/** Every text of a document; values in sentences without the signs that order them. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/[\uFDD0-\uFDD2]/g, '')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function sectionOf({ sections }: ReportDocument, title: string): readonly ReportBlock[] {
  return sections.find((section) => section.title === title)!.blocks;
}

describe('the PDF of a test of screening', () => {
  it('states shares with their bounds, and judges nothing', () => {
    const { decision } = documentOf();
    expect(decision.tone).toBe('neutral');
    expect(textsOf(decision.text)[0]).toBe(
      [
        'Records as the lists publish them: 100.00% (15 of 15; 95% confidence: 79.61% to 100.00%) found',
        'Altered records: 0.00% (0 of 15; 95% confidence: 0.00% to 20.39%) found',
        'Control records: 0.00% (0 of 10; 95% confidence: 0.00% to 27.75%) alerted',
        'This report states measurements. It does not say whether they are enough for the risks of an institution.',
      ].join('\n'),
    );
  });

  it('names versions, the lists and their hash, and says how the test is repeated', () => {
    const texts = textsOf(documentOf());
    for (const text of ['9.9.9', '1.22.0', 'version-of-un', 'hash-of-report']) expect(texts).toContain(text);
    expect(texts).toContain(
      'Repeat the test with the same versions and lists:\ngatehouse prove --engine GLOBAL_CHECK --set matchStrength=WEAK --top 10 --seed 7 --records 500',
    );
    const inService = textsOf(documentOf({ isOfService: true }));
    expect(inService.filter((text) => text.includes('gatehouse prove'))).toEqual([]);
  });

  it('says what was not tested, for lack of records too', () => {
    const limits = textsOf(sectionOf(documentOf(), 'What this report does not show'));
    expect(limits).toContain(
      'The lists have no record for these facts, so they were not tested: Alias, Weak alias, Former name, Name in original script, Name with date of birth, Identifier, Wallet',
    );
    expect(limits).toContain(
      'What the threshold misses among customers was not estimated from rulings of people.',
    );
  });

  it('leaves weak aliases that the settings miss on purpose out of the lowest recall, and says so', () => {
    const report = reportOf();
    const weak = report.recall.cells.map((cell) => ({
      ...cell,
      fact: 'weak' as const,
      recall: { ...cell.recall, count: 0, percent: 0 },
    }));
    const withWeak = (weakAliases: 'all' | 'exact') => ({
      ...report,
      settings: { ...report.settings, weakAliases },
      recall: { ...report.recall, cells: [...report.recall.cells, ...weak] },
    });
    const shown = documentOf({ report: withWeak('exact') });
    expect(textsOf(sectionOf(shown, 'Lowest recall'))).not.toContain('Weak alias');
    expect(textsOf(sectionOf(shown, 'Lowest recall')).join()).toContain('Weak aliases are left out here.');
    expect(textsOf(sectionOf(shown, 'Main figures')).join()).toContain(
      'These settings accept a weak alias only with the same words. Weak aliases with altered words are mostly missed.',
    );
    const figures = sectionOf(shown, 'Main figures').find((block) => block.kind === 'table')!;
    expect(figures.rows).toContainEqual([
      'Found, altered, without weak aliases',
      '0.00%',
      '0.00% to 20.39%',
      '0 of 15',
    ]);
    const all = documentOf({ report: withWeak('all') });
    expect(textsOf(sectionOf(all, 'Lowest recall'))).toContain('Weak alias');
    expect(textsOf(sectionOf(all, 'Main figures')).join()).not.toContain('weak');
  });

  it('explains its terms, and says that bounds take records as independent', () => {
    const method = textsOf(sectionOf(documentOf(), 'How it was tested'));
    expect(method).toContain('Share of the records made from list entries that were found');
    expect(method.join()).toContain('They take the records as independent.');
  });

  it('names the attestation only where there is one', () => {
    const attested = textsOf(documentOf()).join();
    expect(attested).toContain('In attestation.json');
    expect(attested).not.toContain('No tenant was named');
    const other = textsOf(documentOf({ isAttested: false })).join();
    expect(other).not.toContain('attestation.json');
    expect(other).toContain('no record of the audit log and no signature vouch for it');
  });

  it('never rounds the score of a missed record up to the threshold', () => {
    const report = reportOf();
    const shown = report.missed.shown.map((record) => ({ ...record, nearest: 0.6498 }));
    const texts = textsOf(
      sectionOf(documentOf({ report: { ...report, missed: { ...report.missed, shown } } }), 'Missed records'),
    );
    expect(texts).toContain('0.6498');
  });

  it('shows missed records with reason and nearest score, and the lowest recall', () => {
    const texts = textsOf(sectionOf(documentOf(), 'Missed records'));
    expect(texts).toEqual(
      expect.arrayContaining(['Published 1', 'Screened 1', 'Below the threshold', '0.6410']),
    );
    const lowest = textsOf(sectionOf(documentOf(), 'Lowest recall'));
    expect(lowest).toContain('Letter missing');
    expect(lowest).not.toContain('As published');
  });

  it.each(flowLanguages)('names alterations and kinds of control records in words, in %s', (language) => {
    const texts = textsOf(documentOf({ language }).sections);
    expect(texts.filter((text) => /^(?:exact|letter-dropped|people-latin)$/.test(text))).toEqual([]);
  });

  it('says nothing of lists and alterations where the records are those of a file', () => {
    const report = reportOf({ seed: 0, requested: 40, size: 40, file: 'hash-of-file' });
    const document = documentOf({ report });
    const titles = document.sections.map(({ title }) => title);
    expect(titles).not.toContain('Recall by list and type of entity');
    const texts = textsOf(document);
    expect(texts).toContain('hash-of-file');
    expect(texts).not.toContain('Seed');
    expect(texts.filter((text) => text.startsWith('Altered records'))).toEqual([]);
  });

  it('states what people ruled below the threshold, and then no longer that nobody did', () => {
    const bands = [{ from: 0.6, to: 0.65, pairs: 100, drawn: 40 }];
    const report = { ...reportOf(), belowLine: { customers: 5_000, bands } };
    const open = { from: 0.6, match: 0, noMatch: 0, unsure: 0, left: 40 };
    const sectionFor = (rulings: typeof open) => {
      const document = documentOf({ report, estimate: estimateMissed(bands, [rulings]) });
      return { document, texts: textsOf(sectionOf(document, 'Below the threshold')) };
    };
    const unruled = sectionFor(open);
    expect(unruled.texts).toContain('Not every band has a ruling yet, so there is no estimate.');
    expect(textsOf(unruled.document).join()).toContain(
      'What the threshold misses among customers was not estimated',
    );
    // Somebody ruled, and there is an answer to nothing yet.
    const unsure = sectionFor({ ...open, unsure: 1, left: 39 });
    const all = textsOf(unsure.document).join();
    expect(all).toContain('was not estimated');
    expect(all).not.toContain('No sample below the threshold was ruled on');
    const ruled = sectionFor({ ...open, match: 4, noMatch: 36 });
    expect(ruled.texts).toContain(
      'Matches that the settings miss among 5,000 customers, estimated: 10 (4 to 23.1). The bounds add up those of all bands, each with 95% confidence.',
    );
    expect(textsOf(ruled.document).join()).not.toContain('was not estimated');
    expect(textsOf(ruled.document).join()).toContain('the estimate from them come from the console');
    expect(textsOf(documentOf()).join()).not.toContain('come from the console');
    expect(documentOf().sections.map(({ title }) => title)).not.toContain('Below the threshold');
  });

  it('has the same parts and numbers in every language', () => {
    const english = documentOf();
    for (const language of flowLanguages) {
      const document = documentOf({ language });
      expect(document.language).toBe(language);
      expect(document.sections.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(
        english.sections.map(({ blocks }) => blocks.map(({ kind }) => kind)),
      );
      expect(document.footer).toContain('hash-of-report');
      expect(textsOf(document).filter((text) => /undefined|NaN|\[object/.test(text))).toEqual([]);
    }
  });
});
