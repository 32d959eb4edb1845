/** Colours as WCAG 2.2 reckons them: a tenant's colour is used as far as what is on it can be read. */

export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(text: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!found) return null;
  return [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16), Number.parseInt(found[3]!, 16)];
}

export function formatColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
/** Enough for text of any size (WCAG 2.2, 1.4.3). */
export const readable = 4.5;

/** White or a near black, whichever is easier to read on the colour; one of them always reaches 4.5. */
export function textOn(colour: Rgb): Rgb {
  return contrast(colour, white) >= readable
    ? white
    : contrast(colour, black) > contrast(colour, white)
      ? black
      : white;
}

/** The colour, made darker or lighter until it can be read on the ground. */
export function readableOn(ground: Rgb, colour: Rgb): Rgb {
  const towards = contrast(ground, white) > contrast(ground, black) ? white : black;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share);
    if (contrast(ground, mixed) >= readable) return mixed;
  }
  return towards;
}

function mix([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  return [
    Math.round(r + (r2 - r) * share),
    Math.round(g + (g2 - g) * share),
    Math.round(b + (b2 - b) * share),
  ];
}
