import type { GreyImage, Point } from './grey-image.ts';
import { placeAround } from './picture-place.ts';
import type { PictureWord } from './picture-readout.ts';
import { portableGreyMap } from './read-characters.ts';
import { runTesseract } from './tesseract.ts';

/** Below this tesseract has guessed. */
const minConfidence = 0.3;

/** A page of a document takes a second or two. */
const maxMs = 8_000;

/** The words of a page wherever they are. `onPicture` maps a point of the page, in fractions of its size, to the picture. */
export async function readWords(
  command: string,
  page: GreyImage,
  onPicture: (point: Point) => Point,
): Promise<PictureWord[]> {
  const settings = [...['--psm', '11', '--dpi', '250'], ...['-c', 'tessedit_create_tsv=1']];
  const table = await runTesseract(command, portableGreyMap(page), settings, maxMs);
  return table
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .filter((cells) => cells[0] === '5')
    .map((cells) => ({
      left: Number(cells[6]),
      top: Number(cells[7]),
      width: Number(cells[8]),
      height: Number(cells[9]),
      confidence: Math.min(1, Math.max(0, Number(cells[10]) / 100)),
      text: (cells[11] ?? '').trim().slice(0, 200),
    }))
    .filter(({ text, confidence }) => text !== '' && confidence >= minConfidence)
    .slice(0, 5_000)
    .map((word) => ({ ...word, place: placeOf(word, page, onPicture) }));
}

function placeOf(
  { left, top, width, height }: Pick<PictureWord, 'left' | 'top' | 'width' | 'height'>,
  page: GreyImage,
  onPicture: (point: Point) => Point,
) {
  const corners = [left, left + width].flatMap((x) => [top, top + height].map((y) => ({ x, y })));
  return placeAround(corners.map(({ x, y }) => onPicture({ x: x / page.width, y: y / page.height })));
}
