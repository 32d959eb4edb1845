import { listSources } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { nextTime, readSourceSettings, type SourceSettings, sourceDefaults } from './source-settings.ts';

function read(value: unknown, env: Record<string, string> = {}): readonly SourceSettings[] {
  const result = readSourceSettings(typeof value === 'string' ? value : JSON.stringify(value), env);
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return result.sources;
}

function faults(value: unknown): readonly string[] {
  const result = readSourceSettings(typeof value === 'string' ? value : JSON.stringify(value), {});
  return result.ok ? [] : result.faults;
}

describe('the settings of list sources', () => {
  it('are a list of ids, each with its publisher’s own addresses and the defaults', () => {
    const [ofac, un, ...more] = read('us-ofac-sdn, un-sc').toSorted((a, b) => (a.source < b.source ? 1 : -1));
    expect(more).toEqual([]);
    expect(un).toMatchObject({
      source: 'un-sc',
      files: { 'consolidated.xml': 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' },
      ...sourceDefaults,
    });
    expect(Object.keys(ofac!.files)).toEqual(['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']);
  });

  it('know an https address of every file they fetch, for every source that has a publisher', () => {
    const published = Object.keys(listSources).filter((id) => listSources[id]!.urls.length > 0);
    for (const { source, files } of read(published.join(','))) {
      expect([source, Object.values(files).length > 0]).toEqual([source, true]);
      for (const url of Object.values(files)) expect(url).toMatch(/^https:\/\//);
    }
  });

  it('say of each source what they want', () => {
    const wanted = {
      'custom-csv': {
        files: { 'staff.csv': 'http://files.internal/staff.csv' },
        headers: { Authorization: { env: 'TOKEN' }, 'X-Plain': 'yes' },
        schedule: '*/5 * * * *',
        maxShrink: 0,
        maxGrowth: 3,
        keep: 10,
      },
      'un-sc': null,
    };
    const [own, un] = read(wanted, { TOKEN: 'Bearer abc' });
    expect(own).toMatchObject({
      ...wanted['custom-csv'],
      headers: [
        ['Authorization', 'Bearer abc'],
        ['X-Plain', 'yes'],
      ],
    });
    expect(un).toMatchObject(sourceDefaults);
  });

  it('keep few versions of lists of gigabytes, and many of the others', () => {
    const [open, un] = read({ opensanctions: {}, 'un-sc': {} });
    expect([open!.keep, open!.maxBytes]).toEqual([3, 8_000_000_000]);
    expect(un!.keep).toBe(50);
    expect(read({ opensanctions: { keep: 200 } })[0]!.keep).toBe(200);
    expect(faults({ opensanctions: { keep: 1001 } })).toHaveLength(1);
  });

  it.each([
    ['un-sd', /"un-sd" is no source id \(did you mean un-sc\?\)/],
    ['sample', /"sample" is no source id/],
    ['un-sc,,eu-fsf', /must be a comma list/],
    ['{"un-sc"', /must be a comma list/],
    [{ 'un-sc': { schedule: '0 25 * * *' } }, /un-sc\.schedule: must be five fields of cron/],
    [{ 'un-sc': { schedule: '0 0 * * * *' } }, /un-sc\.schedule: must be five fields/],
    [{ 'un-sc': { maxShrink: 2 } }, /un-sc\.maxShrink: /],
    [{ 'un-sc': { shrink: 0.1 } }, /un-sc: .*shrink/],
    [
      { 'un-sc': { files: { 'consolidated.xml': 'ftp://un.example/x' } } },
      /must be an http or https address/,
    ],
    [{ 'un-sc': { files: { 'other.xml': 'https://un.example/x' } } }, /other\.xml is no file of this source/],
    [{ 'un-sc': { headers: { Authorization: { env: 'NO_SUCH' } } } }, /its variable is not set/],
  ])('refuse %j and say what would be right', (value, fault) => {
    expect(faults(value).join('\n')).toMatch(fault);
  });

  it('tell every fault at once', () => {
    expect(faults({ x: {}, 'un-sc': { keep: 0, jitterSeconds: -1 } })).toHaveLength(3);
  });
});

describe('nextTime', () => {
  it('is the next time of the schedule in UTC', () => {
    expect(nextTime('0 */6 * * *', new Date('2026-03-01T05:59:59Z'))).toEqual(
      new Date('2026-03-01T06:00:00Z'),
    );
    expect(nextTime('0 */6 * * *', new Date('2026-03-01T06:00:00Z'))).toEqual(
      new Date('2026-03-01T12:00:00Z'),
    );
  });
});
