import { describe, expect, it } from 'vitest';
import { kindOf } from './file-kind.ts';
import { evaluatePicture, pictureFigures } from './picture-metrics.ts';

const width = 640;
const height = 440;

/** A page with rows of small dark strokes, as lines of print are from afar. */
function printed(paper: number, ink: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInk = x > 40 && x < 600 && y % 24 < 9 && (x * 7 + y * 3) % 5 < 2;
    return isInk ? ink : paper;
  });
}

/** Each pixel is the mean of those around it, several times over. */
function blurred(grey: Uint8Array, times: number): Uint8Array {
  let before = grey;
  for (let round = 0; round < times; round += 1) {
    const source = before;
    before = source.map((value, at) => {
      const near = [at - 1, at + 1, at - width, at + width].map((each) => source[each] ?? value);
      return (value + near.reduce((sum, each) => sum + each, 0)) / 5;
    });
  }
  return before;
}

function warningOf(grey: Uint8Array, pixels: readonly [number, number] = [2000, 1400]) {
  return evaluatePicture(pictureFigures(grey, width, height), ...pixels);
}

describe('the look at a picture', () => {
  it('has nothing to say of a sharp page in good light', () => {
    expect(warningOf(printed(225, 30))).toBeNull();
    expect(warningOf(printed(130, 20))).toBeNull();
  });

  it('tells what is dark, burnt out, blurred, empty or small', () => {
    expect(warningOf(printed(40, 8))).toBe('pictureDark');
    expect(warningOf(new Uint8Array(width * height).fill(253))).toBe('pictureBright');
    expect(warningOf(blurred(printed(225, 30), 12))).toBe('pictureBlurred');
    expect(warningOf(new Uint8Array(width * height).fill(120))).toBe('pictureEmpty');
    expect(warningOf(printed(225, 30), [500, 350])).toBe('pictureSmall');
  });
});

describe('the kind of a file', () => {
  it.each([
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['image/webp', [...Buffer.from('RIFF1234WEBPVP8 ')]],
    ['application/pdf', [...Buffer.from('%PDF-1.7')]],
    ['image/tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ])('%s is known by its first bytes', async (kind, bytes) => {
    expect(await kindOf(new Blob([Uint8Array.from(bytes)]))).toBe(kind);
  });

  it('is none for others, whatever their name says', async () => {
    for (const text of ['', 'hello', '<svg xmlns', 'MZ\u0090'])
      expect(await kindOf(new Blob([text]))).toBeNull();
  });
});
