import type { GreyImage } from './grey-image.ts';
import { runTesseract } from './tesseract.ts';

/** A character with its box, and how sure tesseract is, from 0 to 1. */
export interface ReadCharacter {
  readonly character: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly confidence: number;
}

const character =
  /<span class='ocrx_cinfo' title='x_bboxes (-?\d+) (-?\d+) (-?\d+) (-?\d+); x_conf ([\d.]+)'>([^<]*)<\/span>/g;
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&#39;': "'",
  '&quot;': '"',
};

/** The characters of a picture of a few lines, all of `allowed`. */
export async function readCharacters(
  command: string,
  image: GreyImage,
  allowed: string,
): Promise<ReadCharacter[]> {
  const output = await runTesseract(command, portableGreyMap(image), [
    ...['--psm', '6', '--dpi', '300'],
    ...['-c', `tessedit_char_whitelist=${allowed}`],
    // Names and numbers are no words of a language.
    ...['-c', 'load_system_dawg=0', '-c', 'load_freq_dawg=0'],
    ...['-c', 'tessedit_create_hocr=1', '-c', 'hocr_char_boxes=1'],
  ]);
  return [...output.matchAll(character)].map((found) => ({
    left: Number(found[1]),
    top: Number(found[2]),
    right: Number(found[3]),
    bottom: Number(found[4]),
    confidence: Math.min(1, Number(found[5]) / 100),
    character: entities[found[6]!] ?? found[6]!,
  }));
}

/** PGM: the plainest way to hand pixels over. */
export function portableGreyMap({ width, height, data }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}
