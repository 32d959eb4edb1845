import { readFileSync } from 'node:fs';
import { contrast, parseColour, readableOn, textOn } from '@gatehouse/contract/colours';
import { describe, expect, it } from 'vitest';
import { darkGround, lightGround } from '../ui/theme.ts';

const styles = readFileSync(new URL('base.css', import.meta.url), 'utf8');
const [lightRules, darkRules] = styles.split('@media (prefers-color-scheme: dark)') as [string, string];
const light = coloursOf(lightRules);
const dark = { ...light, ...coloursOf(darkRules) };

/** Colours of the console by their names here. */
const shared: Readonly<Record<string, string>> = {
  ground: 'canvas',
  surface: 'surface',
  hover: 'hover',
  text: 'text',
  quiet: 'dim',
  line: 'line',
  accent: 'accent',
  'accent-text': 'onAccent',
  'accent-readable': 'accentText',
  good: 'success',
  'good-ground': 'successGround',
  bad: 'danger',
  'bad-ground': 'dangerGround',
  warn: 'warning',
  'warn-ground': 'warningGround',
  info: 'info',
  'info-ground': 'infoGround',
};

const grounds = ['ground', 'surface', 'hover'];
const letters: readonly (readonly [letters: string, grounds: readonly string[]])[] = [
  ['text', [...grounds, 'good-ground', 'bad-ground', 'warn-ground', 'info-ground']],
  ['quiet', grounds],
  ['accent-readable', grounds],
  ['accent-text', ['accent']],
  ['good', [...grounds, 'good-ground']],
  ['bad', [...grounds, 'bad-ground']],
  ['warn', [...grounds, 'warn-ground']],
  ['info', [...grounds, 'info-ground']],
];

describe.each([
  ['light', 0, light, lightGround],
  ['dark', 1, dark, darkGround],
] as const)('the colours of the %s scheme', (_scheme, at, colours, tenantGround) => {
  it('are those of the console', async () => {
    const path = new URL('../../../console/src/tokens.ts', import.meta.url).href;
    const { tokens } = (await import(path)) as { tokens: Record<string, readonly [string, string]> };
    expect(colours).toMatchObject(
      Object.fromEntries(Object.entries(shared).map(([name, token]) => [name, tokens[token]![at]])),
    );
  });

  it('keep letters readable on each ground that they lie on (WCAG 2.2 AA, 1.4.3)', () => {
    const faint = letters.flatMap(([letter, on]) =>
      on
        .map((ground) => ({ letter, ground, ratio: ratioOf(colours[letter], colours[ground]) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(faint).toEqual([]);
  });

  it('keep what is to be filled in or pressed apart from its surroundings (1.4.11)', () => {
    for (const ground of grounds) {
      for (const edge of ['line-strong', 'accent-readable']) {
        expect(ratioOf(colours[edge], colours[ground]), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('keep a tenant’s colour readable, whatever it is', () => {
    for (const given of ['#ffcc00', '#ffffff', '#000000', '#c2185b', '#00ffaa', '#777777']) {
      const colour = parseColour(given)!;
      expect(contrast(textOn(colour), colour), given).toBeGreaterThanOrEqual(4.5);
      const shade = readableOn(parseColour(tenantGround)!, colour);
      for (const ground of grounds) {
        const ratio = contrast(shade, parseColour(colours[ground]!)!);
        expect(ratio, `${given} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('the letters', () => {
  it('are files of the service, and Arabic ones come with an Arabic page alone', () => {
    const faces = readFileSync(new URL('fonts.css', import.meta.url), 'utf8');
    const sources = [...faces.matchAll(/url\("([^"]+)"\)/g)].map((match) => match[1]!);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !source.startsWith('@fontsource-variable/'))).toEqual([]);
    const users = [...styles.matchAll(/([^{}]+)\{[^{}]*"Noto Sans Arabic Variable"[^{}]*\}/g)];
    expect(users.map((match) => match[1]!.trim().split('\n').at(-1))).toEqual(['html[lang="ar"]']);
  });
});

/** Colours of variables; of those that a tenant may set, what stands where it sets none. */
function coloursOf(rules: string): Record<string, string> {
  const found = rules.matchAll(/--([a-z-]+): (?:var\(--[a-z-]+, )?(#[0-9a-f]{6})\)?;/g);
  return Object.fromEntries([...found].map((match) => [match[1]!, match[2]!]));
}

function ratioOf(one: string | undefined, other: string | undefined): number {
  return contrast(parseColour(one!)!, parseColour(other!)!);
}
