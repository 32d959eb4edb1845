import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../entry.ts';
import { dataFile, hasData, readEntries, textFile } from '../testing/lists.ts';
import type { SourceFile } from './source.ts';
import { titleKey } from './title-key.ts';
import { usOfacSdn } from './us-ofac-sdn.ts';

const END = '\u001a';
const absent = '-0- ';

/** One line of the main file; fields that are not given are absent. */
function line(fields: {
  number: number;
  name: string;
  type?: string;
  program?: string;
  title?: string;
  callSign?: string;
  flag?: string;
  remarks?: string;
}): string {
  const quoted = (text: string | undefined) => (text === undefined ? absent : `"${text}"`);
  return [
    fields.number,
    quoted(fields.name),
    quoted(fields.type),
    quoted(fields.program ?? 'SDGT'),
    quoted(fields.title),
    quoted(fields.callSign),
    absent,
    absent,
    absent,
    quoted(fields.flag),
    absent,
    quoted(fields.remarks),
  ].join(',');
}

function set(
  lines: readonly string[],
  others: { alt?: string; add?: string; comments?: string } = {},
): SourceFile[] {
  return [
    textFile('SDN.CSV', `${lines.join('\r\n')}\r\n${END}`),
    textFile('ALT.CSV', `${others.alt ?? ''}${END}`),
    textFile('ADD.CSV', `${others.add ?? ''}${END}`),
    textFile('SDN_COMMENTS.CSV', `${others.comments ?? ''}${END}`),
  ];
}

async function first(fields: Parameters<typeof line>[0], others?: Parameters<typeof set>[1]) {
  return (await readEntries(usOfacSdn, set([line(fields)], others))).entries[0]!;
}

describe('us-ofac-sdn', () => {
  it('puts LAST, First into reading order, with suffixes, for people only', async () => {
    const person = await first({ number: 7, name: 'DELOS MONTES, Ana Maria, Jr.', type: 'individual' });
    expect(person).toMatchObject({ id: 'us-ofac-sdn:7', type: 'individual' });
    expect(person.names[0]).toEqual({
      text: 'Ana Maria DELOS MONTES Jr.',
      kind: 'primary',
      first: 'Ana Maria',
      last: 'DELOS MONTES Jr.',
    });
    const company = await first({ number: 8, name: 'PAPER KITE CO., LTD.' });
    expect(company).toMatchObject({
      type: 'corporate',
      names: [{ text: 'PAPER KITE CO., LTD.', kind: 'primary' }],
    });
  });

  it('joins alternates, weak aliases of the remarks and former names, each with its kind', async () => {
    const entry = await first(
      {
        number: 9,
        name: 'KITE, Ann',
        type: 'individual',
        remarks: "DOB 1970; a.k.a. 'THE BIRD'; f.k.a. 'STONE, Ann'.",
      },
      { alt: `9,1,"aka","KITE, Anna",-0- \r\n9,2,"fka","KYTE, Ann",-0- \r\n9,3,"nka","DRAKE, Ann",-0- \r\n` },
    );
    expect(entry.names.map(({ text, kind }) => [text, kind])).toEqual([
      ['Ann KITE', 'primary'],
      ['Anna KITE', 'strong'],
      ['Ann KYTE', 'former'],
      ['Ann DRAKE', 'strong'],
      ['Ann STONE', 'former'],
      ['THE BIRD', 'weak'],
    ]);
  });

  it('reads every form of a date of birth', async () => {
    const remarks =
      'DOB 08 Sep 1966; alt. DOB 1984; alt. DOB circa 1956; alt. DOB 1981 to 1983; alt. DOB 01 Jan 1947 to 01 Jan 1949; ' +
      'alt. DOB Oct 1966; alt. DOB circa 01 Jan 1961; alt. DOB circa 1979-1982; alt. DOB Mar 1962 to Feb 1963.';
    const { births } = await first({ number: 1, name: 'KITE, Ann', type: 'individual', remarks });
    expect(births.map((birth) => `${birth.precision} ${birth.from} ${birth.to}`)).toEqual([
      'day 1966-09-08 1966-09-08',
      'year 1984-01-01 1984-12-31',
      'circa 1954-01-01 1958-12-31',
      'range 1981-01-01 1983-12-31',
      'range 1947-01-01 1949-01-01',
      'month 1966-10-01 1966-10-31',
      'circa 1960-01-01 1962-12-31',
      'circa 1977-01-01 1984-12-31',
      'range 1962-03-01 1963-02-28',
    ]);
  });

  it('reads places, nationality, citizenship, gender, position and programmes', async () => {
    const entry = await first({
      number: 1,
      name: 'KITE, Ann',
      type: 'individual',
      program: 'SDGT] [IFSR',
      title: 'Minister of Kites',
      remarks:
        'POB Pyongyang, Korea, North; nationality Iran; citizen Syria; Gender Female; Linked To: PAPER KITE CO.',
    });
    expect(entry).toMatchObject({
      programs: ['SDGT', 'IFSR'],
      positions: ['Minister of Kites'],
      placesOfBirth: ['Pyongyang, Korea, North'],
      countries: ['KP'],
      nationalities: ['IR', 'SY'],
      gender: 'F',
      remarks: 'Linked To: PAPER KITE CO',
    });
  });

  it('reads identifiers with kind, value and issuer, and leaves telephones alone', async () => {
    const entry = await first({
      number: 1,
      name: 'KITE, Ann',
      type: 'individual',
      remarks:
        'Passport A123456 (Iran) issued 23 Jun 1999 expires 05 Feb 2004; National ID No. 660000 73767 (Belgium); ' +
        'Tax ID No. 77-88 (Colombia); Registration Number 02696754 (United Kingdom); Phone Number 8613314257947; ' +
        'Digital Currency Address - XBT 1KuftheQ2; Executive Order 13662 Directive Determination',
    });
    expect(entry.identifiers).toEqual([
      { kind: 'Passport', value: 'A123456', country: 'IR', type: 'passport' },
      { kind: 'National ID No.', value: '660000 73767', country: 'BE', type: 'national-id' },
      { kind: 'Tax ID No.', value: '77-88', country: 'CO', type: 'tax' },
      { kind: 'Registration Number', value: '02696754', country: 'GB', type: 'registration' },
      { kind: 'Digital Currency Address - XBT', value: '1KuftheQ2', type: 'wallet', chain: 'XBT' },
    ]);
  });

  it('puts remarks that overflow in the middle of a word together before reading them', async () => {
    const entry = await first(
      { number: 5, name: 'KITE, Ann', type: 'individual', remarks: "DOB 1970; a.k.a. 'THE BI" },
      { comments: `5,"RD'; nationality Iran."\r\n` },
    );
    expect(entry.names[1]).toEqual({ text: 'THE BIRD', kind: 'weak' });
    expect(entry.nationalities).toEqual(['IR']);
  });

  it('reads wallets with their chain, also where a remark breaks inside one', async () => {
    const entry = await first(
      { number: 5, name: 'KITE, Ann', type: 'individual', remarks: 'DOB 1970; Digital Currency Addres' },
      {
        comments:
          `5,"s - ETH 0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c; alt. Digital Currency Address - USDT ` +
          `TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t."\r\n`,
      },
    );
    expect(entry.identifiers.map(({ type, chain, value }) => [type, chain, value])).toEqual([
      ['wallet', 'ETH', '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c'],
      ['wallet', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ]);
  });

  it('reads vessels and aircraft with call sign, flag, IMO and tail number', async () => {
    const vessel = await first({
      number: 3,
      name: 'PAPER BOAT',
      type: 'vessel',
      callSign: 'T2EA4',
      flag: 'Iran',
      remarks: 'Former Vessel Flag Malta; Vessel Registration Identification IMO 9187629; MMSI 572469210',
    });
    expect(vessel).toMatchObject({ type: 'vessel', countries: ['IR', 'MT'] });
    expect(vessel.identifiers.map(({ type }) => type)).toEqual(['imo', 'mmsi', 'call-sign']);
    expect(vessel.identifiers.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'Vessel Registration Identification IMO 9187629',
      'MMSI 572469210',
      'Call Sign T2EA4',
    ]);
    const aircraft = await first({ number: 4, name: 'EP-ZZA', type: 'aircraft' });
    expect(aircraft.identifiers).toEqual([
      { kind: 'Aircraft Tail Number', value: 'EP-ZZA', type: 'tail-number' },
    ]);
  });

  it('reads addresses with their country', async () => {
    const entry = await first(
      { number: 6, name: 'PAPER KITE CO.' },
      { add: `6,1,"1 Kite Lane","Pyongyang","Korea, North",-0- \r\n6,2,-0- ,-0- ,-0- ,-0- \r\n` },
    );
    expect(entry.addresses).toEqual([{ text: '1 Kite Lane, Pyongyang, Korea, North', country: 'KP' }]);
  });

  it('refuses a file with over one per cent of records cut short, naming file, line and what would be right', async () => {
    const broken = set([line({ number: 1, name: 'A B' }), '2,"PAPER KITE"']);
    await expect(readEntries(usOfacSdn, broken)).rejects.toThrow(
      /^SDN\.CSV, line 2: 1 of 2 records are unusable .* a record must have 12 fields, this one has 2$/,
    );
  });

  it('refuses broken quoting and a missing file', async () => {
    const broken = set([line({ number: 1, name: 'A B' }), '2,"PAPER']);
    await expect(readEntries(usOfacSdn, broken)).rejects.toThrow(
      /SDN\.CSV, line \d+: must be well-formed CSV/,
    );
    await expect(readEntries(usOfacSdn, set([]).slice(0, 1))).rejects.toThrow('alt.csv is missing');
  });

  it('refuses a set whose files do not belong together', async () => {
    const files = set([line({ number: 1, name: 'A B' })], { alt: `99,1,"aka","SOMEONE",-0- \r\n` });
    await expect(readEntries(usOfacSdn, files)).rejects.toThrow('sdn.csv has no entry 99');
  });

  it.skipIf(!hasData)('reads the real list (skipped without ../shared/data)', async () => {
    const folder = 'lists/us-ofac-sdn';
    const files = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((file) =>
      dataFile(`${folder}/${file}`),
    );
    const { entries, report } = await readEntries(usOfacSdn, files);
    expect(report).toMatchObject({ entries: 8976, rejected: [] });
    const people = entries.filter((entry) => entry.type === 'individual');
    expect(people).toHaveLength(4620);
    expect(people.filter((entry) => entry.births.length === 0)).toHaveLength(192);
    expect(people.filter((entry) => entry.births.length > 1)).toHaveLength(478);
    expect(entries.find((entry) => entry.id === 'us-ofac-sdn:2674')?.names[0]).toMatchObject({
      text: 'Abu ABBAS',
      first: 'Abu',
      last: 'ABBAS',
    });
    // This entry's remarks continue in the comments file, in the middle of a word.
    expect(entries.find((entry) => entry.id === 'us-ofac-sdn:28264')?.names.at(-1)?.text).toBe('khaleesi');
  });
});

describe.skipIf(!hasData)('relations of the real list (skipped without ../shared/data)', () => {
  const read = async (...names: string[]) => {
    const files = names.map((name) => dataFile(`lists/us-ofac-sdn/${name}`));
    return (await readEntries(usOfacSdn, files)).entries;
  };
  const relationsOf = (entries: readonly ListEntry[], kind: string) =>
    entries.flatMap((entry) => entry.details?.relations ?? []).filter((relation) => relation.kind === kind);

  /** How many relations name no entry, one and several: by a key of their name and one of each entry's title. */
  function tally(
    entries: readonly ListEntry[],
    nameKey: (name: string) => string,
    entryKey: (entry: ListEntry) => string,
  ) {
    const titles = new Map<string, number>();
    for (const entry of entries) {
      const key = entryKey(entry);
      titles.set(key, (titles.get(key) ?? 0) + 1);
    }
    const counts = { none: 0, one: 0, several: 0 };
    for (const { name } of relationsOf(entries, 'linked')) {
      const found = titles.get(nameKey(name!)) ?? 0;
      counts[found === 0 ? 'none' : found === 1 ? 'one' : 'several']++;
    }
    return counts;
  }

  /** The title as the file has it: `LAST, First`. */
  const published = ({ names: [title] }: ListEntry) =>
    title!.first ? `${title!.last}, ${title!.first}` : title!.text;

  it('takes every `Linked To`, with the name of the other end as text', async () => {
    const entries = await read('sdn.csv', 'alt.csv', 'add.csv');
    const linked = relationsOf(entries, 'linked');
    expect(linked).toHaveLength(3391);
    expect(linked.every(({ name, id, share }) => name && id === undefined && share === undefined)).toBe(true);
    expect(tally(entries, (name) => name, published)).toEqual({ none: 319, one: 3070, several: 2 });
    // A full stop behind a name may end the clause: taken away, it is lost to titles that end with one (S.A.).
    const withoutStop = (name: string) => name.replace(/\.$/, '');
    expect(tally(entries, withoutStop, published)).toEqual({ none: 664, one: 2725, several: 2 });
  });

  it('finds nearly all of the other ends by `titleKey`', async () => {
    const entries = await read('sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv');
    expect(tally(entries, titleKey, ({ names }) => titleKey(names[0]!.text))).toEqual({
      none: 7,
      one: 3397,
      several: 4,
    });
  });

  it('takes owners, operators, flags and kinds of vessels and aircraft', async () => {
    const entries = await read('sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv');
    expect(relationsOf(entries, 'owned-by')).toHaveLength(10);
    const vessels = entries.filter(({ type }) => type === 'vessel');
    expect(vessels.filter(({ details }) => details?.craft?.model)).toHaveLength(295);
  });
});
