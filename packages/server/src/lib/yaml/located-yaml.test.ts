import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseLocated } from './located-yaml.ts';

/** Each is much longer than what is read beside nobody, and most have what a parser compares or nests without end. */
const million = 1_000_000;
const hostile: readonly (readonly [string, string, RegExp])[] = [
  ['keys, one on each line', lines((i) => `key${i}: 1`), /too many parts/],
  ['keys in braces', `{${lines((i) => `key${i}: 1,`)}}`, /too many parts/],
  ['lists in lists', '['.repeat(20_000), /deeper/],
  ['lists in lists, by dashes', '- '.repeat(20_000), /deeper/],
  ['keys that are mappings', '? '.repeat(20_000), /deeper/],
  ['closing braces', '}'.repeat(100_000), /not valid/],
  ['faults in one mapping', `{${'? '.repeat(100_000)}`, /not valid/],
  ['documents', '---\n'.repeat(50_000), /one document/],
  ['directives', '%YAML 1.2\n'.repeat(50_000), /more than a hundred places/],
  ['line breaks', '\n'.repeat(million), /too many parts/],
  ['anchors that multiply', bomb(), /multiply/],
  ['anchors that contain themselves', `a: &a [*a]\n#${'x'.repeat(5000)}`, /contain itself/],
  ['anchors beyond counting', lines((i) => `- &a${i} x`, 5000), /multiply/],
];

describe('a text', () => {
  it.each(hostile)('of %s is refused', async (_, text, message) => {
    const read = await parseLocated('workflow', text);
    expect(read.ok).toBe(false);
    const { faults } = read as Extract<typeof read, { ok: false }>;
    expect(faults[0]!.message).toMatch(message);
    expect(faults.length).toBeLessThanOrEqual(101);
  });

  it('with sixty thousand keys is read, and a key that occurs twice among them is found', async () => {
    const keys = lines((i) => `key${i}: 1`, 60_000);
    const read = await parseLocated('workflow', keys);
    expect(read.ok && Object.keys(read.value.value as object)).toHaveLength(60_000);
    const twice = await parseLocated('workflow', `${keys}\nkey7: 2`);
    expect(twice).toMatchObject({
      ok: false,
      faults: [{ line: 60_001, column: 1, message: expect.stringContaining('key7 occurs twice') }],
    });
  });

  it('of a million bytes is read when its parts are as long as in workflows', async () => {
    const rules = lines(
      (i) => `  - { when: "data.amount > ${i}", add: 1, reason: "over ${i} francs" }`,
      15_000,
    );
    const read = await parseLocated('workflow', `rules:\n${rules}\n# ${'x'.repeat(200_000)}`);
    expect(read.ok).toBe(true);
    if (read.ok) {
      expect(read.value.fault(['rules', 14_999, 'when'], 'no')).toMatchObject({ line: 15_001, column: 7 });
    }
  });

  it('is read as the library reads it, short or long, and tells where each part stands', async () => {
    const key = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom(...'ab1 é') });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.string({ maxLength: 10, unit: fc.constantFrom(...'ab1 :#é\n') }),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true }),
        fc.boolean(),
        async (made, isLong) => {
          const text = stringify(made) + (isLong ? `# ${'x'.repeat(5000)}\n` : '');
          const read = await parseLocated('workflow', text);
          if (!read.ok) throw new Error(JSON.stringify(read.faults));
          expect(read.value.value).toEqual(parse(text));
          // Keys of the top stand at the beginning of their lines.
          for (const name of Object.keys(made)) {
            const { line, column } = read.value.fault([name], 'here');
            expect(column).toBeLessThanOrEqual(3);
            expect(
              Object.keys(
                parse(
                  text
                    .split('\n')
                    .slice(line! - 1)
                    .join('\n'),
                ) as object,
              )[0],
            ).toBeDefined();
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

function lines(line: (index: number) => string, count = 100_000): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

function bomb(): string {
  const levels = Array.from({ length: 30 }, (_, i) => {
    const repeated = Array.from({ length: 9 }, () => `*a${i}`).join(',');
    return `a${i + 1}: &a${i + 1} [${repeated}]`;
  });
  return ['a0: &a0 [1, 1]', ...levels, `# ${'x'.repeat(5000)}`].join('\n');
}
