import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCommandHost, runGatehouse } from '../../../test/support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-screen-'));
const commands = openCommandHost();
afterAll(() => commands.close());
const env = { GATEHOUSE_DATA_DIR: join(folder, 'data') };
afterAll(() => rmSync(folder, { recursive: true }));

/** A designation that the bundled sample holds. */
const listed = 'Osama bin Laden';

function csv(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

interface Line {
  id: string | null;
  name: string;
  hits: Record<string, unknown>[];
}

describe('gatehouse screen', () => {
  it('explains each hit of a name to people', async () => {
    const result = await commands.run(['screen', listed, '--type', 'individual', '--country', 'SA'], { env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^1 hit for "Osama bin Laden" by GLOBAL_CHECK in sample /);
    expect(result.stdout).toMatch(/nationality +0\.\d{4} +both SA/);
  });

  it('prints one JSON line of the documented shape', async () => {
    const result = await commands.run(['screen', listed, '--json'], { env });
    const [line] = lines(result.stdout) as unknown as Line[];
    expect(line).toMatchObject({ id: null, name: listed });
    expect(Object.keys(line!.hits[0]!)).toEqual([
      'entityId',
      'source',
      'name',
      'matchedName',
      'score',
      'nameScore',
      'reasons',
    ]);
    expect(line!.hits[0]!['entityId']).toMatch(/^sample:/);
  });

  it('tells when nothing meets', async () => {
    const result = await commands.run(['screen', 'Zebulon Quark'], { env });
    expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 hits for /) });
  });

  it.each([
    [['screen'], /takes either a name, an --identifier or both, or --batch FILE/],
    [['screen', 'a', '--batch', 'b.csv'], /takes either a name, an --identifier or both, or --batch FILE/],
    [['screen', '--identifier', 'imo=1', '--batch', 'b.csv'], /or both, or --batch FILE/],
    [
      ['screen', '--identifier', 'shoe=1'],
      /identifier "shoe=1" is not TYPE=VALUE with one of the types wallet, imo/,
    ],
    [['screen', '--identifier', 'passport/XX=1'], /country "XX" is not known/],
    [['screen', '😀 -'], /name "😀 -" has no letter and no digit/],
    [['screen', 'a', '--dob', 'yesterday'], /dateOfBirth "yesterday" is no date/],
    [['screen', 'a', '--country', 'Atlantis'], /country "Atlantis" is not known/],
    [
      ['screen', 'a', '--engine', 'WATCHLIST'],
      /Allowed choices are GLOBAL_CHECK, RISK_LISTS, COMPOSITE_SCAN/,
    ],
    [['screen', 'a', '--set', 'matchStrength=LOUD'], /--set for GLOBAL_CHECK: matchStrength "LOUD"/],
    [['screen', 'a', '--set', 'strength=WEAK'], /--set for GLOBAL_CHECK: .*unknown strength/],
    [['screen', 'a', '--set', 'WEAK'], /Must be PARAMETER=VALUE/],
    [['screen', 'a', '--top', '0'], /Must be a whole number from 1 to 1000/],
    [['screen', '--batch', '/no/such.csv'], /\/no\/such.csv cannot be read \(ENOENT\)/],
  ])('refuses %j', async (commandLine, message) => {
    const result = await commands.run(commandLine, { env });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});

describe('gatehouse screen --identifier', () => {
  const wallet = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
  const mistyped = '12QtD5BFwRsdMsAZY76UVE1xyCGNTojH9h';
  const data = mkdtempSync(join(folder, 'wallets-'));
  const own = { GATEHOUSE_DATA_DIR: join(data, 'data'), GATEHOUSE_LISTS_DIR: join(data, 'lists') };
  mkdirSync(join(data, 'lists', 'custom-csv'), { recursive: true });
  writeFileSync(
    join(data, 'lists', 'custom-csv', 'own.csv'),
    `name,type,identifiers\nExample Mixer,other,Digital Currency Address - XBT:${wallet}\n`,
  );

  it('screens an identifier without a name, with its chain, and says a wrong checksum', async () => {
    const found = await commands.run(['screen', '--identifier', `wallet/btc=${wallet}`], { env: own });
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toMatch(`1 hit for wallet ${wallet}, chain XBT by GLOBAL_CHECK`);
    expect(found.stdout).toMatch(`wallet ${wallet}, chain XBT, listed under Example Mixer`);
    const similar = await commands.run(['screen', '--identifier', `wallet=${mistyped}`], { env: own });
    expect(similar.stdout).toMatch(
      `wallet ${mistyped}: its checksum is wrong. It was looked up all the same.`,
    );
    expect(similar.stdout).toMatch('similar-wallet');
  });

  it('says a wrong check digit of a number of a country, as the service does', async () => {
    const printed = async (value: string) =>
      (await commands.run(['screen', '--identifier', `tax/DE=${value}`], { env: own })).stdout;
    expect(await printed('136695977')).toMatch(
      'tax number 136695977 (DE): its check digit is wrong. It was looked up all the same.',
    );
    expect(await printed('136695976')).not.toMatch('check digit');
  });

  it('says what is wrong in JSON, and in each line of a batch', async () => {
    const faults = [
      `wallet ${mistyped}: its checksum is wrong`,
      'tax number 136695977 (DE): its check digit is wrong',
    ];
    const flags = ['--identifier', `wallet=${mistyped}`, '--identifier', 'tax/DE=136695977'];
    const one = await commands.run(['screen', ...flags, '--json'], { env: own });
    expect(lines(one.stdout)).toMatchObject([
      { invalidIdentifiers: faults, hits: [{ name: 'Example Mixer' }] },
    ]);
    const file = csv(
      'wrong.csv',
      `id,identifiers,name\n1,wallet=${mistyped}; tax/DE=136695977,\n2,imo=9074729,\n`,
    );
    const batch = await commands.run(['screen', '--batch', file], { env: own });
    const [wrong, right] = lines(batch.stdout);
    expect(wrong).toMatchObject({ invalidIdentifiers: faults, hits: [{ name: 'Example Mixer' }] });
    expect(right).not.toHaveProperty('invalidIdentifiers');
  });

  it('screens the identifiers of a batch', async () => {
    const file = csv('wallets.csv', `id,name,identifiers\n1,,imo=9074729; wallet=${wallet}\n2,,\n`);
    const result = await commands.run(['screen', '--batch', file], { env: own });
    const [found, blank] = lines(result.stdout) as unknown as Line[];
    expect(found!.hits).toMatchObject([{ name: 'Example Mixer', score: 1 }]);
    expect(blank).toMatchObject({ hits: [], error: 'name is blank' });
    expect(result.code).toBe(1);
  });
});

describe('gatehouse screen --batch', () => {
  const header = 'id,name,type,aliases,dateOfBirth,countries,gender,idNumber,remark';

  it('writes a line for every row in the order of the file, and the speed at the end', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, n) => `r${n},${n % 7 === 0 ? listed : `Nobody Number${n}`},,,,,,,x`,
    );
    const file = csv('many.csv', `\ufeff${header}\n${rows.join('\n')}\n`);
    const result = await commands.run(['screen', '--batch', file, '--threads', '3'], { env });
    expect(result.code).toBe(0);
    const found = lines(result.stdout) as unknown as Line[];
    expect(found.map((line) => line.id)).toEqual(rows.map((_, n) => `r${n}`));
    expect(found.filter((line) => line.hits.length > 0)).toHaveLength(29);
    expect(result.stderr).toMatch(/^200 rows, \d+ rows\/s, p50 [\d.]+ ms, p95 [\d.]+ ms, p99 [\d.]+ ms\n$/);
  });

  it('uses every fact of a row and each alias', async () => {
    const file = csv(
      'facts.csv',
      `${header}\n1,Nobody,individual,"Someone Else; ${listed}",1957,"SA;YE",male,,\n2,${listed},,,1990-01-01,,,,\n`,
    );
    const [byAlias, wrongBirth] = lines(
      (await commands.run(['screen', '--batch', file], { env })).stdout,
    ) as unknown as Line[];
    const reasons = JSON.stringify(byAlias!.hits[0]!['reasons']);
    expect(reasons).toContain('date-of-birth');
    expect(reasons).toContain('nationality');
    expect(wrongBirth!.hits.every((hit) => Number(hit['score']) < 1)).toBe(true);
  });

  it('writes to the file that --out names and shows at most --top hits', async () => {
    const file = csv('one.csv', `name\n${listed}\n`);
    const out = join(folder, 'out.jsonl');
    const settings = ['--engine', 'COMPOSITE_SCAN', '--set', 'sensitivity=1', '--top', '2'];
    const result = await commands.run(['screen', '--batch', file, '--out', out, ...settings], { env });
    expect(result).toMatchObject({ code: 0, stdout: '' });
    const [line] = lines(readFileSync(out, 'utf8')) as unknown as Line[];
    expect(line!.hits.length).toBeLessThanOrEqual(2);
    expect(line!.hits[0]!['name']).toBe(listed);
  });

  it('goes on without a fact that it cannot understand and says where', async () => {
    const file = csv('odd.csv', `${header}\n1,${listed},vessel,,1957-13-01,Atlantis,?,,\n`);
    const result = await commands.run(['screen', '--batch', file], { env });
    expect(result.code).toBe(0);
    expect((lines(result.stdout)[0] as unknown as Line).hits).toHaveLength(1);
    expect(result.stderr).toContain(`${file}, line 2: dateOfBirth "1957-13-01" is no date`);
    expect(result.stderr).toContain(`${file}, line 2: country "Atlantis" is not known; left out`);
    expect(result.stderr).toContain('type "vessel"');
    expect(result.stderr).toContain('gender "?"');
  });

  it('exits 1 when a row has no name, or one without letters, because it was not screened', async () => {
    const file = csv('blank.csv', `id,name\n1,\n2,${listed}\n3,😀 -\n`);
    const result = await commands.run(['screen', '--batch', file], { env });
    expect(result.code).toBe(1);
    expect(lines(result.stdout)).toHaveLength(3);
    expect(lines(result.stdout)[2]).toMatchObject({ error: 'name "😀 -" has no letter and no digit' });
    expect(lines(result.stdout)[0]).toEqual({
      id: '1',
      name: '',
      hits: [],
      error: 'name is blank',
    });
    expect(result.stderr).toContain(`${file}, line 2: name is blank; left out`);
  });

  it('reads the standard input', async () => {
    const result = await runGatehouse(['screen', '--batch', '-'], { env, input: `name\n${listed}\n` });
    expect(lines(result.stdout)).toHaveLength(1);
  });

  it.each([
    ['column.csv', 'id,fullName\n1,x\n', /line 1: must have the column name; it has id, fullName/],
    ['ragged.csv', 'id,name\n1,x,y\n', /Invalid Record Length.* on line 2/],
    ['quote.csv', 'id,name\n1,"x\n', /Quote Not Closed/],
  ])('stops at a broken file: %s', async (name, text, message) => {
    const result = await commands.run(['screen', '--batch', csv(name, text)], { env });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(message);
  });
});

describe('gatehouse compare', () => {
  it('scores two names and explains it', async () => {
    const people = await commands.run(['compare', 'Jon Smith', 'John Smith'], { env });
    expect(people.stdout).toMatch(/^0\.\d{4}\n +name +0\.\d{4} +Jon Smith and John Smith\n/);
    const json = await commands.run(
      ['compare', 'Jon Smith', 'John Smith', '--json', '--type', 'individual'],
      { env },
    );
    expect(lines(json.stdout)).toEqual([
      { name1: 'Jon Smith', name2: 'John Smith', score: expect.any(Number), reasons: expect.any(Array) },
    ]);
  });

  it('writes one line a row of a batch', async () => {
    const file = csv(
      'pairs.csv',
      'name1,name2,type\nJon Smith,John Smith,individual\nACME Ltd,Acme Limited,corporate\nA,B,spaceship\n',
    );
    const result = await commands.run(['compare', '--batch', file], { env });
    expect(lines(result.stdout).map((line) => Object.keys(line))).toEqual(
      Array.from({ length: 3 }, () => ['name1', 'name2', 'score', 'reasons']),
    );
    expect(result.stderr).toContain(
      `${file}, line 4: type "spaceship" is not one of individual, corporate, vessel, any`,
    );
    expect(result.stderr).toMatch(/\n3 rows, \d+ rows\/s, /);
  });

  it('exits 1 when a row has not two names, because a score of 0 would tell them apart', async () => {
    const file = csv('blanks.csv', 'name1,name2\nJon Smith,\nJon Smith,John Smith\n -," "\n');
    const result = await commands.run(['compare', '--batch', file], { env });
    expect(result.code).toBe(1);
    expect(lines(result.stdout)).toMatchObject([
      { name1: 'Jon Smith', name2: '', score: 0, reasons: [], error: 'name2 is blank' },
      { score: expect.any(Number) },
      { error: 'name1 " -" has no letter and no digit; name2 is blank' },
    ]);
    expect(lines(result.stdout)[1]).not.toHaveProperty('error');
    expect(result.stderr).toContain(`${file}, line 2: name2 is blank; left out`);
    const single = await commands.run(['compare', 'Jon Smith', ' '], { env });
    expect(single).toMatchObject({ code: 1, stdout: '', stderr: 'gatehouse: name2 is blank\n' });
  });

  it('refuses one name alone', async () => {
    await expect(commands.run(['compare', 'a'], { env })).resolves.toMatchObject({ code: 1, stdout: '' });
  });
});

describe('gatehouse lists status', () => {
  it('tells versions and ages once lists were loaded, for people and as JSON', async () => {
    await commands.run(['screen', listed], { env });
    const people = await commands.run(['lists', 'status'], { env });
    expect(people.stdout).toMatch(
      /^SOURCE +VERSION +AGE +ENTRIES +NAMES +INDEX +CHECKED\nsample +\w+ +0 days +\d+ +\d+ +0\.1 MB\n$/,
    );
    const json = await commands.run(['lists', 'status', '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject([{ source: 'sample', ageDays: 0 }]);
  });

  it('says so when none was', async () => {
    const result = await commands.run(['lists', 'status'], {
      env: { GATEHOUSE_DATA_DIR: join(folder, 'empty') },
    });
    expect(result.stdout).toMatch(/^No list is loaded yet/);
  });

  it('stops in one line at a lists folder that is not there', async () => {
    const result = await commands.run(['lists', 'status'], {
      env: { ...env, GATEHOUSE_LISTS_DIR: '/no/such' },
    });
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^gatehouse: GATEHOUSE_LISTS_DIR "\/no\/such": must be .*\n$/),
    });
  });
});
