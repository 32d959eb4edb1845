import sharp from 'sharp';

/** What a camera and a hand do to a picture of a document. */
export interface Damage {
  /** Whole quarters to the right, as a phone held otherwise. */
  readonly quarterTurns: 0 | 1 | 2 | 3;
  readonly degrees: number;
  /** How much narrower the far edge is, from 0 to about 0.08. */
  readonly perspective: number;
  /** Width of the picture in pixels; the document fills `fill` of it. */
  readonly width: number;
  readonly fill: number;
  /** Standard deviation of the blur, in pixels of a picture 1600 wide. */
  readonly blur: number;
  /** Strength of a reflection from 0 to 1, and where on the document its middle lies (0 to 1). */
  readonly glare: number;
  readonly glareAt: readonly [number, number];
  /** Standard deviation of the sensor's noise, of 255. */
  readonly noise: number;
  /** How much darker one side is than the other, from 0 to 1. */
  readonly shade: number;
  /** 1 leaves the light as it is. */
  readonly light: number;
  readonly jpegQuality: number;
}

export const noDamage: Damage = {
  quarterTurns: 0,
  degrees: 0,
  perspective: 0,
  width: 1600,
  fill: 0.95,
  blur: 0,
  glare: 0,
  glareAt: [0.5, 0.5],
  noise: 0,
  shade: 0,
  light: 1,
  jpegQuality: 90,
};

/** Photographs a drawn document on a table: JPEG. `next` gives the noise. */
export async function photograph(picture: Buffer, damage: Damage, next: () => number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const width = damage.width;
  const height = Math.round((width * 3) / 4);
  const canvas = Buffer.alloc(width * height * 3);
  const place = placing(damage, info, { width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = place(x, y);
      const at = (y * width + x) * 3;
      const inside = u >= 0 && v >= 0 && u < info.width - 1 && v < info.height - 1;
      const wood = 96 + 10 * Math.sin(y / 9 + 3 * Math.sin(x / 140)) + 6 * Math.sin(x / 31);
      const shade = damage.light * (1 - damage.shade * (x / width));
      const [dx, dy] = [
        u / info.width - damage.glareAt[0],
        ((v / info.height - damage.glareAt[1]) * info.height) / info.width,
      ];
      const burn = damage.glare * 255 * Math.exp(-(dx * dx + dy * dy) / 0.008);
      for (let c = 0; c < 3; c++) {
        const own = inside ? sampled(data, info.width, u, v, c) : wood - c * 18;
        canvas[at + c] = Math.max(0, Math.min(255, own * shade + (inside ? burn : 0)));
      }
    }
  }
  let image = sharp(canvas, { raw: { width, height, channels: 3 } });
  const sigma = (damage.blur * width) / 1600;
  if (sigma > 0.3) image = image.blur(sigma);
  const blurred = await image.raw().toBuffer();
  if (damage.noise > 0) {
    for (let i = 0; i < blurred.length; i++) {
      const bell = next() + next() + next() + next() - 2;
      blurred[i] = Math.max(0, Math.min(255, blurred[i]! + bell * 1.73 * damage.noise));
    }
  }
  return sharp(blurred, { raw: { width, height, channels: 3 } })
    .rotate(damage.quarterTurns * 90)
    .jpeg({ quality: damage.jpegQuality })
    .toBuffer();
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** From a place on the canvas to one on the document. */
function placing(damage: Damage, document: Size, canvas: Size): (x: number, y: number) => [number, number] {
  const scale = Math.min(
    (canvas.width * damage.fill) / document.width,
    (canvas.height * damage.fill) / document.height,
  );
  const [sine, cosine] = [
    Math.sin((damage.degrees * Math.PI) / 180),
    Math.cos((damage.degrees * Math.PI) / 180),
  ];
  return (x, y) => {
    const [dx, dy] = [x - canvas.width / 2, y - canvas.height / 2];
    const along = (dx * cosine + dy * sine) / scale;
    const across = (dy * cosine - dx * sine) / scale;
    // The far edge is above.
    const depth = 1 - damage.perspective * (across / document.height);
    return [along * depth + document.width / 2, across * depth + document.height / 2];
  };
}

function sampled(data: Buffer, width: number, u: number, v: number, channel: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - x, v - y];
  const at = (row: number, column: number) => data[(row * width + column) * 3 + channel]!;
  const upper = at(y, x) * (1 - fx) + at(y, x + 1) * fx;
  const lower = at(y + 1, x) * (1 - fx) + at(y + 1, x + 1) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Damage by chance, as pictures that people send have it. */
export function damageOf(next: () => number): Damage {
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    quarterTurns: next() < 0.6 ? 0 : (Math.floor(next() * 4) as 0 | 1 | 2 | 3),
    degrees: between(-6, 6),
    perspective: between(-0.06, 0.06),
    width: Math.round(between(1300, 3200)),
    fill: between(0.75, 0.97),
    blur: between(0, 1.6),
    glare: next() < 0.4 ? between(0.2, 0.7) : 0,
    glareAt: [between(0.1, 0.9), between(0.1, 0.95)],
    noise: between(0, 12),
    shade: between(0, 0.4),
    light: between(0.6, 1),
    jpegQuality: Math.round(between(55, 95)),
  };
}
