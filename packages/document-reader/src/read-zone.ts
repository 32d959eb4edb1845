import { findZones, type ZonePlace } from './find-zones.ts';
import type { FoundZone } from './found-zone.ts';
import { type GreyImage, turned } from './grey-image.ts';
import type { ZoneLines } from './picture-readout.ts';
import { type ReadCharacter, readCharacters } from './read-characters.ts';
import { compareConfusables } from './zone-confusables.ts';
import { fillerLikeness } from './zone-fillers.ts';
import { gridOf } from './zone-grid.ts';
import {
  classAt,
  frenchLayout,
  isFrenchCard,
  layoutsOf,
  type PlaceClass,
  type ZoneLayout,
} from './zone-layout.ts';
import { stripsOf } from './zone-strips.ts';

/** The gaps of a zone are clearer than this, those of any other writing are not. */
const clearEnough = 0.55;
const perhaps = 0.3;
/** Lower than every filler that was drawn, higher than every K. */
const fillerFrom = 0.58;
const maxPlaces = 16;

/** Looks for a zone whose lines run along the picture, then for one that runs across. */
export function findZone(image: GreyImage): FoundZone | undefined {
  let best: FoundZone | undefined;
  for (const quarterTurns of [0, 1]) {
    const upright = turned(image, quarterTurns);
    let tried = 0;
    for (const place of findZones(upright)) {
      const found = uprightZone(upright, place, quarterTurns);
      if (found !== undefined && found.grid.clearness > (best?.grid.clearness ?? perhaps)) best = found;
      if (best !== undefined && best.grid.clearness > clearEnough) return best;
      tried += 1;
      if (tried === maxPlaces) break;
    }
  }
  return best;
}

/** Fillers point to the left: where they point to the right, the picture is on its head. */
function uprightZone(image: GreyImage, place: ZonePlace, quarterTurns: number): FoundZone | undefined {
  const grid = gridOf(image, place);
  if (grid === undefined || grid.clearness < perhaps) return undefined;
  const state = fillerLikeness(grid);
  const onHead = fillerLikeness(grid, 'mirrored');
  const count = (likeness: number[][]) => likeness.flat().filter((one) => one > fillerFrom).length;
  const first = place.lines[0]!;
  const slope = Math.atan2(first.end.y - first.start.y, first.end.x - first.start.x);
  const pitch = first.length / grid.lineLength;
  if (count(onHead) <= count(state)) {
    const isFiller = state.map((line) => line.map((one) => one > fillerFrom));
    return { grid, isFiller, quarterTurns, slope, pitch, start: first.start };
  }
  const turnedGrid = gridOf(image, turnedOver(place));
  if (turnedGrid === undefined) return undefined;
  const isFiller = fillerLikeness(turnedGrid).map((line) => line.map((one) => one > fillerFrom));
  const { end } = place.lines.at(-1)!;
  const start = { x: image.width - end.x, y: image.height - end.y };
  return { grid: turnedGrid, isFiller, quarterTurns: quarterTurns + 2, slope, pitch, start };
}

function turnedOver({ lines, score }: ZonePlace): ZonePlace {
  return {
    lines: lines.map((line) => ({ ...line, start: line.end, end: line.start })).toReversed(),
    score,
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const alphabets: Readonly<Record<PlaceClass, string>> = { letters, digits, both: letters + digits };

/** The zone's lines, each class of characters read by itself. A place where nothing was read counts as a filler. */
export async function readZoneLines(zone: FoundZone, tesseract: string): Promise<ZoneLines> {
  const layout = layoutsOf(zone.grid.lineCount, zone.grid.lineLength)[0]!;
  const read = await readByLayout(zone, layout, tesseract);
  return isFrenchCard(read.lines) ? readByLayout(zone, frenchLayout(), tesseract) : read;
}

async function readByLayout(zone: FoundZone, layout: ZoneLayout, tesseract: string): Promise<ZoneLines> {
  const { grid, isFiller } = zone;
  const lines = Array.from({ length: grid.lineCount }, () => Array<string>(grid.lineLength).fill('<'));
  const confidences = lines.map((line) => line.map(() => 1));
  for (const wanted of ['letters', 'digits', 'both'] as const) {
    const strips = stripsOf(
      grid,
      (line, column) => !isFiller[line]![column]! && classAt(layout, line, column) === wanted,
    );
    if (strips.places.length === 0) continue;
    const characters = await readCharacters(tesseract, strips.image, alphabets[wanted]);
    for (const place of strips.places) {
      const found = likeliestIn(place, characters);
      if (found !== undefined) lines[place.line]![place.column] = found.character;
      confidences[place.line]![place.column] = found?.confidence ?? 0;
    }
  }
  return compareConfusables(zone, layout, { lines: lines.map((line) => line.join('')), confidences });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Of the characters whose middle lies in the place, the surest. */
function likeliestIn(place: Box, characters: readonly ReadCharacter[]): ReadCharacter | undefined {
  return characters
    .filter(({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x >= place.left && x < place.right && y >= place.top && y < place.bottom;
    })
    .toSorted((a, b) => b.confidence - a.confidence)[0];
}
