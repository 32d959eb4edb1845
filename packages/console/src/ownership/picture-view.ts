/** How much of a picture shows in its frame, and where. Pure. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PictureView {
  /** Pixels of the frame for one of the picture. */
  readonly scale: number;
  /** What is in the middle of the frame, in the picture's own pixels. */
  readonly centre: Point;
}

/** The smallest scale at which the words of a card are read. */
const readableScale = 0.75;

const maxScale = 2;
const minScale = 0.1;
const zoomStep = 1.25;

/** All of the picture, never larger than it is drawn. */
export function wholeView(picture: Size, frame: Size): PictureView {
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return { scale: Math.max(scale, minScale), centre: middleOf([{ x: 0, y: 0, ...picture }]) };
}

/**
 * All of the picture where its words can be read then; else as much as can be read, with the wanted cards in sight.
 * @param wanted the cards that matter, the most important first
 * @param customer shown beside them where there is room
 */
export function firstView(
  picture: Size,
  frame: Size,
  { wanted, customer }: { readonly wanted: readonly Area[]; readonly customer: Area | undefined },
): PictureView {
  const whole = wholeView(picture, frame);
  if (whole.scale >= readableScale) return whole;
  const scale = Math.min(1, Math.max(readableScale, frame.width / picture.width));
  const others = customer === undefined ? [] : [customer];
  const choices = [[...wanted, ...others], wanted, wanted.slice(0, 1), others];
  const shown = choices.find((areas) => areas.length > 0 && fits(areas, frame, scale));
  return { scale, centre: shown === undefined ? whole.centre : middleOf(shown) };
}

/** The scale after a step in or out. */
export function zoomed(scale: number, direction: 'in' | 'out'): number {
  const next = direction === 'in' ? scale * zoomStep : scale / zoomStep;
  return Math.min(maxScale, Math.max(minScale, next));
}

function fits(areas: readonly Area[], frame: Size, scale: number): boolean {
  const { left, top, right, bottom } = edgesOf(areas);
  return (right - left) * scale <= frame.width && (bottom - top) * scale <= frame.height;
}

function middleOf(areas: readonly Area[]): Point {
  const { left, top, right, bottom } = edgesOf(areas);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function edgesOf(areas: readonly Area[]) {
  return {
    left: Math.min(...areas.map(({ x }) => x)),
    top: Math.min(...areas.map(({ y }) => y)),
    right: Math.max(...areas.map(({ x, width }) => x + width)),
    bottom: Math.max(...areas.map(({ y, height }) => y + height)),
  };
}
