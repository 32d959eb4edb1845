import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, formatColour, parseColour, type Rgb, readableOn, textOn } from './colours.ts';

const part = fc.integer({ min: 0, max: 255 });
const colours = fc.tuple(part, part, part);

describe('a tenant’s colour', () => {
  it('is read and written as #rrggbb', () => {
    expect(parseColour('#0a80fF')).toEqual([10, 128, 255]);
    expect(formatColour([10, 128, 255])).toBe('#0a80ff');
    for (const text of ['red', '#fff', '#12345g', '#1234567', 'url(x)']) expect(parseColour(text)).toBeNull();
  });

  it('has the contrast that WCAG says', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });

  it('always carries readable text', () => {
    fc.assert(fc.property(colours, (colour) => contrast(colour, textOn(colour)) >= 4.5));
  });

  it('is made readable on light and dark ground, and stays as it is where it is readable', () => {
    const grounds: Rgb[] = [
      [238, 241, 245],
      [35, 43, 54],
    ];
    fc.assert(
      fc.property(colours, fc.constantFrom(...grounds), (colour, ground) => {
        const readable = readableOn(ground, colour);
        expect(contrast(ground, readable)).toBeGreaterThanOrEqual(4.5);
        if (contrast(ground, colour) >= 4.5) expect(readable).toEqual(colour);
      }),
    );
  });
});
