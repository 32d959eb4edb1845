import type { PicturePalette } from './palettes.ts';
import { element, type PictureElement } from './picture-element.ts';
import type { Point } from './picture-layout.ts';
import { directionOf, widthOf } from './picture-text.ts';
import type { RelationLabel } from './relation-label.ts';

/** A line from a holder to a company with an arrow, and its label. */

const fontSize = 11.5;
const lineHeight = 15;
const arrow = 7;

export function labelSize(label: RelationLabel): { readonly width: number; readonly height: number } {
  const lines = labelLines(label);
  const widest = Math.max(0, ...lines.map((line) => widthOf(line, fontSize)));
  return { width: Math.ceil(widest) + 12, height: lines.length * lineHeight + 4 };
}

const dashes = { solid: '', dashed: '7 5', dotted: '2 4' } as const;

const round = (value: number) => Math.round(value * 10) / 10;

/** Curves that leave and meet their cards upright. */
function curve(points: readonly Point[]): string {
  const [first, ...others] = points;
  let path = `M${round(first!.x)} ${round(first!.y)}`;
  let at = first!;
  for (const point of others) {
    const middle = round((at.y + point.y) / 2);
    path += `C${round(at.x)} ${middle} ${round(point.x)} ${middle} ${round(point.x)} ${round(point.y)}`;
    at = point;
  }
  return path;
}

/** How far below cards and labels a line bends; lines to several companies bend apart from each other. */
const bendBelow = 9;
const laneHeight = 4;
const maxLanes = 4;
const radius = 7;

/** Where a line has to pass: with the lower side of what stands there. */
interface Passage extends Point {
  readonly bottom: number;
}

/** Straight lines down and across. A line bends below cards and labels, so that it crosses none. */
function steps(passages: readonly Passage[], lane: number): string {
  const [first, ...others] = passages;
  let path = `M${round(first!.x)} ${round(first!.y)}`;
  let at = first!;
  for (const point of others) {
    const across = point.x - at.x;
    const r = Math.min(radius, Math.abs(across) / 2);
    // A bend of less than a pixel would be seen as a flaw.
    if (r >= 0.5) {
      const side = round(Math.sign(across) * r);
      const bend = at.bottom + bendBelow + (lane % maxLanes) * laneHeight;
      path += `V${round(bend - r)}q0 ${round(r)} ${side} ${round(r)}H${round(point.x - side)}q${side} 0 ${side} ${round(r)}`;
    }
    path += `V${round(point.y)}`;
    at = r >= 0.5 ? point : { ...point, x: at.x };
  }
  return path;
}

/** A line that closes a circle leads up, and has a colour of its own beside its word. */
export function drawLine(
  points: readonly Point[],
  line: {
    readonly label: RelationLabel;
    /** The middle of its label. */
    readonly labelAt: Point;
    readonly isCircular: boolean;
    /** The number of the company among those that lines lead to. */
    readonly lane: number;
  },
  palette: PicturePalette,
): readonly PictureElement[] {
  const { label, labelAt, isCircular, lane } = line;
  const end = points.at(-1)!;
  const half = labelSize(label).height / 2;
  const back = isCircular ? arrow : -arrow;
  const shortened = [...points.slice(0, -1), { x: end.x, y: end.y + back }];
  const colour = isCircular ? palette.warning : palette.relation;
  const dash = dashes[label.stroke];
  return [
    element('path', {
      d: isCircular
        ? curve(shortened)
        : steps(
            shortened.map((point) => ({
              ...point,
              bottom: point.x === labelAt.x && point.y === labelAt.y ? point.y + half : point.y,
            })),
            lane,
          ),
      fill: 'none',
      stroke: colour,
      'stroke-width': 1.5,
      ...(dash !== '' && { 'stroke-dasharray': dash }),
    }),
    element('path', { d: `M${round(end.x)} ${round(end.y)}l-4.5 ${back}h9z`, fill: colour }),
  ];
}

function labelLines({ share, words }: RelationLabel): readonly string[] {
  return share === undefined ? words : [share, ...words];
}

export function drawLabel(
  at: Point,
  label: RelationLabel,
  style: { readonly palette: PicturePalette; readonly fontFamily: string },
): readonly PictureElement[] {
  const lines = labelLines(label);
  if (lines.length === 0) return [];
  const { width, height } = labelSize(label);
  return [
    element('rect', {
      x: round(at.x - width / 2),
      y: round(at.y - height / 2),
      width,
      height,
      rx: 6,
      fill: style.palette.ground,
    }),
    ...lines.map((text, index) =>
      element(
        'text',
        {
          x: round(at.x),
          y: round(at.y - height / 2 + 13.5 + index * lineHeight),
          'font-family': style.fontFamily,
          'font-size': fontSize,
          'font-weight': index === 0 ? 600 : 400,
          fill: style.palette.text,
          direction: directionOf(text),
          'text-anchor': 'middle',
        },
        text,
      ),
    ),
  ];
}
