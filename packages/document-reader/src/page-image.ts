import type { FoundZone } from './found-zone.ts';
import {
  type GreyImage,
  type Point,
  type Quad,
  shrunk,
  straightened,
  surroundingMeans,
} from './grey-image.ts';

/** Pixels for a millimetre at which labels of documents, which are two millimetres high, can be read. */
const finePixels = 10;
const pageSide = 1_500;
/** Where a zone lies on its document, in millimetres (ICAO 9303 parts 3 to 6). */
const zonePitch = 2.54;
const pages = {
  30: { width: 85.6, above: 38, below: 4 },
  36: { width: 105, above: 62, below: 6 },
  44: { width: 125, above: 76, below: 6 },
} as const;

/** A page that was cut out of a picture, with where a point of it, in fractions of its size, lies there in pixels. */
interface CutPage {
  readonly page: GreyImage;
  readonly onUpright: (point: Point) => Point;
}

/** The document above its zone, level and upright; its writing black on white whatever the light. */
export function pageAbove(upright: GreyImage, zone: FoundZone): CutPage {
  const size = pages[zone.grid.lineLength as keyof typeof pages];
  const millimetre = zone.pitch / zonePitch;
  const { start, slope } = zone;
  const [along, across] = [
    { x: Math.cos(slope), y: Math.sin(slope) },
    { x: -Math.sin(slope), y: Math.cos(slope) },
  ];
  const margin = (size.width - zone.grid.lineLength * zonePitch) / 2;
  const corner = (right: number, down: number) => ({
    x: start.x + millimetre * (right * along.x + down * across.x),
    y: start.y + millimetre * (right * along.y + down * across.y),
  });
  const quad: Quad = [
    corner(-margin, -size.above),
    corner(size.width - margin, -size.above),
    corner(size.width - margin, -size.below / 2),
    corner(-margin, -size.below / 2),
  ];
  const fineness = Math.min(finePixels, millimetre * 1.5);
  const width = Math.round(size.width * fineness);
  const height = Math.round((size.above - size.below / 2) * fineness);
  const [origin, right, , down] = quad;
  return {
    page: evened(straightened(upright, quad, width, height), Math.round(fineness * 2.5)),
    onUpright: ({ x, y }) => ({
      x: origin.x + x * (right.x - origin.x) + y * (down.x - origin.x),
      y: origin.y + x * (right.y - origin.y) + y * (down.y - origin.y),
    }),
  };
}

/** The whole picture, where nothing tells where the document lies in it. */
export function wholePage(image: GreyImage): GreyImage {
  return evened(shrunk(image, pageSide), 24);
}

/** Light and shade taken out: the brighter half of the surroundings becomes white. */
function evened(image: GreyImage, reach: number): GreyImage {
  const { width, height, data } = image;
  const means = surroundingMeans(image, reach);
  const even = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const mean = means[at]!;
    // Patterns are a little darker than paper, writing is much darker.
    const darker = Math.max(0, mean - data[at]! - 10) / Math.max(40, mean);
    even[at] = Math.max(0, 255 - darker * 400);
  }
  return { width, height, data: even };
}
