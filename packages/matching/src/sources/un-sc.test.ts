import { describe, expect, it } from 'vitest';
import { dataFile, hasData, readEntries, textFile } from '../testing/lists.ts';
import { ListFileError } from './source.ts';
import { unSc } from './un-sc.ts';

const person = (fields: string) =>
  `<INDIVIDUAL><DATAID>77</DATAID><FIRST_NAME>ADA</FIRST_NAME>${fields}</INDIVIDUAL>`;
const list = (individuals: string, entities = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-01-02T00:00:00Z">
   <INDIVIDUALS>${individuals}</INDIVIDUALS><ENTITIES>${entities}</ENTITIES></CONSOLIDATED_LIST>`;

async function only(fields: string) {
  const { entries } = await readEntries(unSc, [textFile('consolidated.xml', list(person(fields)))]);
  return entries[0]!;
}

describe('un-sc', () => {
  it('reads names in all fields, scripts and qualities, and skips empty alias elements', async () => {
    const entry = await only(`<SECOND_NAME>BYRON</SECOND_NAME><THIRD_NAME>KING</THIRD_NAME>
      <NAME_ORIGINAL_SCRIPT>Ада Байрон</NAME_ORIGINAL_SCRIPT>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Ada Lovelace; A. Lovelace</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Countess</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Ada B, born 1 Jan 1815</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Ada K (original script: Ада К)</ALIAS_NAME></INDIVIDUAL_ALIAS>`);
    expect(entry).toMatchObject({
      id: 'un-sc:77',
      type: 'individual',
      category: 'sanctions',
      subCategory: 'un',
    });
    expect(entry.names).toEqual([
      { text: 'ADA BYRON KING', kind: 'primary', first: 'ADA BYRON', last: 'KING' },
      { text: 'Ада Байрон', kind: 'original' },
      { text: 'Ada Lovelace', kind: 'strong' },
      { text: 'A. Lovelace', kind: 'strong' },
      { text: 'The Countess', kind: 'weak' },
      { text: 'Ada B', kind: 'former' },
      { text: 'Ada K', kind: 'strong' },
      { text: 'Ада К', kind: 'original' },
    ]);
  });

  it('reads dates of birth in every form', async () => {
    const birth = (inner: string) => `<INDIVIDUAL_DATE_OF_BIRTH>${inner}</INDIVIDUAL_DATE_OF_BIRTH>`;
    const entry = await only(
      `<LISTED_ON>2010-05-05</LISTED_ON>
      ${birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1979-03-04</DATE><NOTE>from false passport</NOTE>')}
      ${birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1958</YEAR>')}
      ${birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1961</YEAR><NOTE>Sep.</NOTE>')}
      ${birth('<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR>')}
      ${birth('<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1973</FROM_YEAR><TO_YEAR>1974</TO_YEAR>')}
      ${birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Between Aug. and Sep. 1977</NOTE>')}
      ${birth('<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><NOTE>30-35 years old</NOTE>')}
      ${birth('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>24/06/1402 (Hijri Calendar)</NOTE>')}
      ${birth('<TYPE_OF_DATE/>')}`,
    );
    expect(entry.births).toEqual([
      { from: '1979-03-04', to: '1979-03-04', precision: 'day' },
      { from: '1958-01-01', to: '1958-12-31', precision: 'year' },
      { from: '1961-09-01', to: '1961-09-30', precision: 'month' },
      { from: '1968-01-01', to: '1972-12-31', precision: 'circa' },
      { from: '1973-01-01', to: '1974-12-31', precision: 'range' },
      { from: '1977-08-01', to: '1977-09-30', precision: 'range' },
      { from: '1974-01-01', to: '1980-12-31', precision: 'circa' },
      { from: '1981-01-01', to: '1982-12-31', precision: 'range' },
    ]);
  });

  it('reads gender, nationality, documents, addresses and places', async () => {
    const entry = await only(`<GENDER>Female</GENDER><UN_LIST_TYPE>DRC</UN_LIST_TYPE>
      <REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER>
      <NATIONALITY><VALUE>Democratic People's Republic of Korea</VALUE></NATIONALITY><NATIONALITY><VALUE>na</VALUE></NATIONALITY>
      <INDIVIDUAL_DOCUMENT/><INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT>
      <NUMBER>A 123456</NUMBER><ISSUING_COUNTRY>Oman</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NOTE>Libyan passport number 347834, expired</NOTE></INDIVIDUAL_DOCUMENT>
      <INDIVIDUAL_ADDRESS><CITY>Goma</CITY><COUNTRY>Democratic Republic of the Congo</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_ADDRESS><COUNTRY/></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_PLACE_OF_BIRTH><CITY>London</CITY><COUNTRY>United Kingdom of Great Britain and Northern Ireland</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>`);
    expect(entry).toMatchObject({
      gender: 'F',
      nationalities: ['KP'],
      countries: ['CD', 'GB'],
      programs: ['DRC', 'CDi.001'],
      identifiers: [
        { kind: 'Passport', value: 'A 123456', country: 'OM' },
        { kind: 'Passport', value: '347834' },
      ],
      addresses: [{ text: 'Goma, Democratic Republic of the Congo', country: 'CD' }],
    });
  });

  it('refuses a file that is cut short, naming file and line', async () => {
    const whole = list(person(''));
    const broken = readEntries(unSc, [textFile('consolidated.xml', whole.slice(0, -20))]);
    await expect(broken).rejects.toThrow(ListFileError);
    await expect(broken).rejects.toThrow(/^consolidated\.xml, line \d+, column \d+: must be well-formed XML/);
  });

  it('refuses another document and a missing file', async () => {
    await expect(readEntries(unSc, [textFile('consolidated.xml', '<html/>')])).rejects.toThrow(
      'CONSOLIDATED_LIST',
    );
    await expect(readEntries(unSc, [])).rejects.toThrow('consolidated.xml is missing');
  });

  it('counts single bad records, and refuses the file when they are over one per cent', async () => {
    const bad = '<INDIVIDUAL><DATAID>5</DATAID></INDIVIDUAL>';
    const many = Array.from({ length: 120 }, () => person('')).join('');
    const { report } = await readEntries(unSc, [textFile('consolidated.xml', list(many + bad), 4096)]);
    expect(report).toMatchObject({ entries: 120, rejected: [{ reason: 'entry 5 has no name' }] });
    await expect(readEntries(unSc, [textFile('consolidated.xml', list(person('') + bad))])).rejects.toThrow(
      '1 %',
    );
  });

  it.skipIf(!hasData)('reads the real list (skipped without ../shared/data)', async () => {
    const { entries, report } = await readEntries(unSc, [dataFile('lists/un-sc/consolidated.xml')]);
    expect(report).toMatchObject({ entries: 1003, rejected: [], publishedAt: '2026-02-27T00:00:09.554Z' });
    expect(entries.filter((entry) => entry.type === 'individual')).toHaveLength(730);
    expect(entries.find((entry) => entry.id === 'un-sc:6907993')).toMatchObject({
      names: [{ text: 'ERIC BADEGE', kind: 'primary', first: 'ERIC', last: 'BADEGE' }],
      nationalities: ['CD'],
    });
    expect(
      entries.filter((entry) => entry.type === 'individual' && entry.births.length === 0).length,
    ).toBeLessThan(55);
  });
});
