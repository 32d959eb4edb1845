import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCommandHost } from '../../../test/support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prove-'));
const commands = openCommandHost();
afterAll(() => commands.close());
afterAll(() => rmSync(folder, { recursive: true }));
const env = { GATEHOUSE_DATA_DIR: join(folder, 'data') };

const names = ['report.json', 'figures.csv', 'missed.csv', 'report.pdf'];
const filesOf = (out: string) => names.map((name) => readFileSync(join(folder, out, name), 'latin1'));

describe('gatehouse prove', () => {
  it('writes the same bytes for one seed, and prints what it found', async () => {
    const flags = ['prove', '--records', '100', '--seed', '5', '--threads'];
    const first = await commands.run([...flags, '1', '--out', join(folder, 'a')], { env });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^\d+ records of seed 5 by GLOBAL_CHECK, score 0\.85 or more, in sample /);
    expect(first.stdout).toMatch(/Found, as published +\d+ +\d+ +100\.00 %/);
    const [whole, ...parts] = [
      ...first.stdout.matchAll(/^(?:Found, both together| {2}[a-z ]+?) {2,}(\d+) +(\d+) /gm),
    ].map(([, found, of]) => ({ found: Number(found), of: Number(of) }));
    expect(parts.length).toBeGreaterThan(3);
    expect(whole).toEqual({
      found: parts.reduce((sum, { found }) => sum + found, 0),
      of: parts.reduce((sum, { of }) => sum + of, 0),
    });
    writeFileSync(join(folder, 'a', 'attestation.json'), '{}');
    await commands.run([...flags, '1', '--out', join(folder, 'a')], { env });
    // Nothing of an earlier run lies beside the files of this one.
    expect(existsSync(join(folder, 'a', 'attestation.json'))).toBe(false);
    const second = await commands.run([...flags, '2', '--out', join(folder, 'b')], { env });
    expect(second.stdout).toBe(first.stdout);
    expect(filesOf('b')).toEqual(filesOf('a'));
    expect(filesOf('a').at(-1)).toMatch(/^%PDF-/);
  }, 60_000);

  it('tests with records of a file, and refuses one with wrong columns', async () => {
    const file = join(folder, 'own.csv');
    writeFileSync(
      file,
      'name,type,expected\nOsama bin Laden,individual,HIT\nQuentin Nobody,individual,HIT\n',
    );
    const result = await commands.run(['prove', '--pack', file, '--threads', '1'], { env });
    expect(result.stdout).toMatch(/records of the file +1 +2 +50\.00 %/);
    expect(result.stdout).toMatch(/^Found +1 +2 /m);
    expect(result.stdout).not.toMatch(/altered|published/);
    expect(result.stdout).toMatch(/Missed 1: not-similar 1/);
    writeFileSync(file, 'naem,expected\nOsama bin Laden,HIT\n');
    expect(await commands.run(['prove', '--pack', file], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /own\.csv: must have name; has the unknown "naem"\. The columns are id, /,
      ),
    });
  }, 60_000);

  it('needs a folder and a store to record a report in the audit log', async () => {
    const flags = ['prove', '--records', '100', '--threads', '1', '--tenant', 'acme'];
    expect(await commands.run(flags, { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--tenant needs --domain NAME, and --out FOLDER/),
    });
  });
});
