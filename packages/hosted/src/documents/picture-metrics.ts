/** Quality of a picture by its brightness; computed on a small grey copy. */
export interface PictureMetrics {
  /** Mean brightness, 0 to 255. */
  readonly brightness: number;
  /** Standard deviation of the brightness. */
  readonly contrast: number;
  /** How sharp the sharpest places are: variance of the Laplacian of the upper tenth of tiles. */
  readonly sharpness: number;
}

export type PictureWarning =
  | 'pictureDark'
  | 'pictureBright'
  | 'pictureBlurred'
  | 'pictureEmpty'
  | 'pictureSmall';

const tiles = 12;

/** `grey` holds one byte a pixel, row by row. */
export function pictureFigures(grey: Uint8Array, width: number, height: number): PictureMetrics {
  let sum = 0;
  let squares = 0;
  for (const value of grey) {
    sum += value;
    squares += value * value;
  }
  const brightness = sum / grey.length;
  const contrast = Math.sqrt(Math.max(0, squares / grey.length - brightness * brightness));
  const sharp = tileSharpness(grey, width, height).toSorted((a, b) => b - a);
  return { brightness, contrast, sharpness: sharp[Math.floor(sharp.length / 10)] ?? 0 };
}

function tileSharpness(grey: Uint8Array, width: number, height: number): number[] {
  const [tileWidth, tileHeight] = [Math.floor(width / tiles), Math.floor(height / tiles)];
  if (tileWidth < 3 || tileHeight < 3) return [];
  return Array.from({ length: tiles * tiles }, (_, index) => {
    const left = (index % tiles) * tileWidth;
    const top = Math.floor(index / tiles) * tileHeight;
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let y = Math.max(1, top); y < Math.min(top + tileHeight, height - 1); y += 1) {
      for (let x = Math.max(1, left); x < Math.min(left + tileWidth, width - 1); x += 1) {
        const at = y * width + x;
        const laplacian =
          4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!;
        sum += laplacian;
        squares += laplacian * laplacian;
        count += 1;
      }
    }
    return count === 0 ? 0 : squares / count - (sum / count) ** 2;
  });
}

/** Below are pictures that the service's reader can make nothing of; a warning forbids nothing. */
const emptySharpness = 15;
const blurredSharpness = 120;
const darkBrightness = 45;
const brightBrightness = 240;
const flatContrast = 14;
const smallestSide = 600;

export function evaluatePicture(
  figures: PictureMetrics,
  width: number,
  height: number,
): PictureWarning | null {
  const { brightness, contrast, sharpness } = figures;
  if (brightness < darkBrightness) return 'pictureDark';
  if (brightness > brightBrightness && contrast < flatContrast) return 'pictureBright';
  if (sharpness < emptySharpness) return contrast < flatContrast * 2 ? 'pictureEmpty' : 'pictureBlurred';
  if (sharpness < blurredSharpness) return 'pictureBlurred';
  if (Math.max(width, height) < smallestSide) return 'pictureSmall';
  return null;
}
