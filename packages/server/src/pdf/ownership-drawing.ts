import type { FlowLanguage } from '@gatehouse/contract';
import {
  type DrawnOwnership,
  drawOwnership,
  type PictureData,
  type PictureElement,
  paperPalette,
  pictureWords,
  xmlOf,
} from '@gatehouse/ownership/picture';
import { isolatedCodes, shownSigns, withoutIsolation } from './shown-text.ts';
import { type TextRun, textRuns } from './text-runs.ts';

/** The picture of an ownership as a report has it: shapes as SVG, and texts with their places, set in the report's own type. */

/** Points: what lies between the margins of `report.typ`. */
const papers = [
  { paper: 'a4', isFlipped: false, width: 493, height: 660 },
  { paper: 'a4', isFlipped: true, width: 739, height: 400 },
  { paper: 'a3', isFlipped: true, width: 1088, height: 630 },
] as const;
/** Texts are then 7 points high, and 5.5 on the largest paper. */
const [usualScale, smallestScale] = [0.62, 0.48];
/** Fewer each time, until they can be read on the largest paper. */
const limits = [
  { maxParties: 40, maxHolders: 10, maxBetween: 6, maxPairs: 120 },
  { maxParties: 24, maxHolders: 8, maxBetween: 4, maxPairs: 60 },
  { maxParties: 12, maxHolders: 5, maxBetween: 2, maxPairs: 24 },
  { maxParties: 6, maxHolders: 3, maxBetween: 1, maxPairs: 12 },
] as const;

type DrawnText = OwnershipDrawing['texts'][number];

export interface OwnershipDrawing {
  readonly kind: 'drawing';
  readonly svg: string;
  /** Points on the paper, and points for each unit of the places of texts. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly paper: 'a4' | 'a3';
  readonly isFlipped: boolean;
  readonly texts: readonly {
    readonly runs: readonly TextRun[];
    /** The baseline, and the side of the text that it is. */
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly isBold: boolean;
    readonly color: string;
    readonly side: 'left' | 'center' | 'right';
    readonly isRightToLeft: boolean;
  }[];
  /** What the picture says, for those who do not see it. */
  readonly alt: string;
  readonly notes: readonly string[];
}

/** @param has whether a typeface has a character: one without is drawn by its code, and measured so */
export function drawForPaper(
  data: PictureData,
  { language, has }: { readonly language: FlowLanguage; readonly has: (codePoint: number) => boolean },
): OwnershipDrawing {
  const shown = withShownNames(data, has);
  const words = pictureWords[language];
  const draw = (each: (typeof limits)[number]) =>
    fitted(drawOwnership(shown, { words, palette: paperPalette, limits: each }));
  const [first, ...fewer] = limits;
  let attempt = draw(first);
  for (const each of fewer) {
    if (attempt.scale >= smallestScale) break;
    attempt = draw(each);
  }
  const { picture, paper, scale } = attempt;
  const shapes = [...picture.lines, ...picture.nodes.map((node) => node.shapes)];
  const { width, height } = picture;
  return {
    kind: 'drawing',
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${shapes.flatMap(withoutTexts).map(xmlOf).join('')}</svg>`,
    width: width * scale,
    height: height * scale,
    scale,
    paper: paper.paper,
    isFlipped: paper.isFlipped,
    texts: shapes.flatMap((shape) => textsOf(shape)),
    alt: [picture.title, ...picture.nodes.map(({ label }) => label)].join('. '),
    notes: picture.notes,
  };
}

/** On the first paper on which its texts can be read well, else on the one on which they are largest. */
function fitted(picture: DrawnOwnership) {
  const placed = papers.map((paper) => ({
    picture,
    paper,
    scale: Math.min(0.85, paper.width / picture.width, paper.height / picture.height),
  }));
  return (
    placed.find(({ scale }) => scale >= usualScale) ??
    placed.reduce((best, each) => (each.scale > best.scale ? each : best))
  );
}

function withShownNames(data: PictureData, has: (codePoint: number) => boolean): PictureData {
  const shown = (text: string) => withoutIsolation(shownSigns(text, has));
  return {
    ...data,
    parties: data.parties.map((party) => ({
      ...party,
      name: party.name === null ? null : shown(party.name),
      country: party.country === undefined ? undefined : shown(party.country),
      source: party.source === undefined ? undefined : shown(party.source),
    })),
  };
}

function withoutTexts(shape: PictureElement): PictureElement[] {
  if (shape.name === 'text' || shape.name === 'title') return [];
  const children = shape.children.flatMap((child) => (typeof child === 'string' ? [] : withoutTexts(child)));
  return [{ ...shape, children }];
}

const anchors = { start: ['left', 'right'], middle: ['center', 'center'], end: ['right', 'left'] } as const;

function textsOf(shape: PictureElement, corner = { x: 0, y: 0 }): DrawnText[] {
  const { name, attributes, children } = shape;
  if (name === 'title') return [];
  if (name !== 'text') {
    const [, x = '0', y = '0'] = /^translate\((\S+) (\S+)\)$/.exec(String(attributes['transform'])) ?? [];
    const own = { x: corner.x + Number(x), y: corner.y + Number(y) };
    return children.flatMap((child) => (typeof child === 'string' ? [] : textsOf(child, own)));
  }
  const isRightToLeft = attributes['direction'] === 'rtl';
  const text = children.filter((child) => typeof child === 'string').join('');
  const anchor = anchors[(attributes['text-anchor'] ?? 'start') as keyof typeof anchors];
  return [
    {
      runs: textRuns(isolatedCodes(text, isRightToLeft), () => true),
      x: corner.x + Number(attributes['x']),
      y: corner.y + Number(attributes['y']),
      size: Number(attributes['font-size']),
      isBold: Number(attributes['font-weight']) >= 600,
      color: String(attributes['fill']),
      side: anchor[isRightToLeft ? 1 : 0],
      isRightToLeft,
    },
  ];
}
