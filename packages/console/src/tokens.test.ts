import { describe, expect, it } from 'vitest';
import { type ColorScheme, type Token, tokens, tokenVariables } from './tokens.ts';

/** Letters by the grounds on which the styles draw them. */
const letters: readonly (readonly [letters: Token, grounds: readonly Token[]])[] = [
  ['text', ['canvas', 'surface', 'sunken', 'hover', 'selected']],
  ['dim', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'neutralGround']],
  ['accentText', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'infoGround']],
  ['onAccent', ['accent']],
  ['danger', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'dangerGround']],
  ['warning', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'warningGround']],
  ['success', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'successGround']],
  ['info', ['canvas', 'surface', 'sunken', 'hover', 'selected', 'infoGround']],
  ['text', ['dangerGround', 'warningGround', 'successGround', 'infoGround']],
];

const schemes = [
  ['light', 0],
  ['dark', 1],
] as const satisfies readonly (readonly [ColorScheme, 0 | 1])[];

describe.each(schemes)('the colours of the %s scheme', (scheme, at) => {
  it('keep letters readable on each ground that they lie on (WCAG 2.2 AA, 1.4.3)', () => {
    const faint = letters.flatMap(([letter, grounds]) =>
      grounds
        .map((ground) => ({ letter, ground, ratio: contrast(tokens[letter][at], tokens[ground][at]) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(faint).toEqual([]);
  });

  it('keep what is filled with the accent apart from its surroundings (1.4.11)', () => {
    for (const ground of ['canvas', 'surface'] as const) {
      expect(contrast(tokens.accent[at], tokens[ground][at])).toBeGreaterThanOrEqual(3);
    }
  });

  it('are variables of the styles', () => {
    const variables = tokenVariables(scheme);
    expect(variables['--gh-on-accent']).toBe(tokens.onAccent[at]);
    expect(Object.keys(variables)).toHaveLength(Object.keys(tokens).length);
  });
});

/** The contrast ratio of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
