import type { FoundZone } from './found-zone.ts';
import type { GreyImage } from './grey-image.ts';
import { type PicturePlace, placeAround, unturned } from './picture-place.ts';

/** From line to line, in places of a line: ICAO 9303-3 has lines 6.35 mm and places 2.54 mm apart. */
const lineStep = 2.5;
/** Half the height of a capital with some air, in places of a line. */
const halfHeight = 0.9;

/** For each line of a zone, where its characters stand on the picture as it came. */
export function zonePlaces(image: GreyImage, zone: FoundZone): PicturePlace[][] {
  const { grid, start, slope, pitch, quarterTurns } = zone;
  const isAcross = quarterTurns % 2 === 1;
  const [width, height] = isAcross ? [image.height, image.width] : [image.width, image.height];
  const at = (column: number, across: number) => {
    const [right, down] = [column * pitch, across * pitch];
    const x = start.x + right * Math.cos(slope) - down * Math.sin(slope);
    const y = start.y + right * Math.sin(slope) + down * Math.cos(slope);
    return unturned({ x: x / width, y: y / height }, quarterTurns);
  };
  return Array.from({ length: grid.lineCount }, (_, line) =>
    Array.from({ length: grid.lineLength }, (_place, column) => {
      const middle = line * lineStep;
      return placeAround(
        [column, column + 1].flatMap((x) => [at(x, middle - halfHeight), at(x, middle + halfHeight)]),
      );
    }),
  );
}
