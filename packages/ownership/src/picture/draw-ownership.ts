import { boundsOf, sumOf } from './bounds.ts';
import { circularLines } from './circular-lines.ts';
import { groupHolders, type HoldingLine, type PictureBox } from './group-holders.ts';
import { type CardLine, type CardStyle, cardHeight, cardWidth, drawCard } from './node-card.ts';
import { type PicturePalette, paperPalette } from './palettes.ts';
import { type PictureNode, partyNode, restNode, unstatedNode } from './picture-cards.ts';
import type { Bounds, PictureData } from './picture-data.ts';
import { element, escapeXml, type PictureElement, xmlOf } from './picture-element.ts';
import { type Point, placeBoxes } from './picture-layout.ts';
import { countedWords, englishPictureWords, type PictureWords } from './picture-words.ts';
import { relationLabel } from './relation-label.ts';
import { drawLabel, drawLine, labelSize } from './relation-line.ts';
import { type Selection, type SelectionLimits, selectParties, usualLimits } from './select-parties.ts';
import { shareWords } from './share-words.ts';

export interface PictureOptions {
  readonly words?: PictureWords;
  readonly palette?: PicturePalette;
  readonly fontFamily?: string;
  readonly limits?: SelectionLimits;
}

/** A card with its shapes, moved to its place. */
export interface DrawnNode {
  /** The party that it shows; null: several, or what nobody is stated to hold. */
  readonly partyId: string | null;
  /** The whole title, however much of it fits. */
  readonly name: string;
  /** What it says, in one text: its accessible name. */
  readonly label: string;
  /** The lines of its card. */
  readonly facts: readonly Pick<CardLine, 'text' | 'colour' | 'isStrong'>[];
  /** What it holds of whom, and the positions that it has there. */
  readonly holdings: readonly { readonly what: string; readonly company: string }[];
  /** Its upper left corner, and its size. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shapes: PictureElement;
}

export interface DrawnOwnership {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Lines and their labels, below the cards. */
  readonly lines: readonly PictureElement[];
  /** From the top down. */
  readonly nodes: readonly DrawnNode[];
  /** What is not drawn, in sentences. */
  readonly notes: readonly string[];
}

/** The picture of an ownership: owners above, the customer below. Pure; the same in browser and server. */
export function drawOwnership(data: PictureData, options: PictureOptions = {}): DrawnOwnership {
  const words = options.words ?? englishPictureWords;
  const style: CardStyle = {
    palette: options.palette ?? paperPalette,
    fontFamily: options.fontFamily ?? 'Inter, sans-serif',
    isRightToLeft: words.locale.split('-')[0] === 'ar',
  };
  const selection = selectParties(data, options.limits ?? usualLimits);
  const { boxes, lines, held } = contentOf(data, selection, words);
  const placed = placeBoxes(
    boxes,
    lines.map(({ label, ...line }) => ({ ...line, ...labelSize(label) })),
  );
  const byId = new Map(boxes.map((box) => [box.id, { ...box, ...placed.boxes.get(box.id)! }]));
  const companies = [...new Set(lines.map(({ to }) => to))];
  const drawn = lines.map((line, index) => {
    const { points, label: at } = placed.lines[index]!;
    const between = points.length > 2 ? points.slice(1, -1) : [at];
    const ends = { from: byId.get(line.from)!, to: byId.get(line.to)! };
    const lane = companies.indexOf(line.to);
    return {
      line: drawLine(withEnds(between, ends, line.isCircular), { ...line, labelAt: at, lane }, style.palette),
      label: drawLabel(at, line.label, style),
    };
  });
  const placedBoxes = [...byId.values()].toSorted((a, b) => a.y - b.y || a.x - b.x);
  return {
    width: placed.width,
    height: placed.height,
    title: words.title,
    lines: [
      ...drawn.flatMap(({ line }) => line),
      ...placedBoxes.flatMap((box) => frameShapes(box, style)),
      ...drawn.flatMap(({ label }) => label),
    ],
    nodes: placedBoxes.flatMap((box) =>
      box.cards.map((card) => drawnNode(box, card, { style, holdings: held.get(card.node.id) ?? [] })),
    ),
    notes: notesOf(selection, words),
  };
}

type PlacedBox = PictureBox & Point;

/** The ends of a line on the lower side of the holder and the upper side of the company; of one that leads up the reverse. */
function withEnds(
  between: readonly Point[],
  { from, to }: { readonly from: PlacedBox; readonly to: PlacedBox },
  isCircular: boolean,
): readonly Point[] {
  const near = (box: PlacedBox, x: number) => {
    const room = box.width / 2 - 16;
    return Math.max(box.x - room, Math.min(box.x + room, x));
  };
  const side = isCircular ? -0.5 : 0.5;
  return [
    { x: near(from, between[0]!.x), y: from.y + from.height * side },
    ...between,
    { x: isCircular ? near(to, between.at(-1)!.x) : to.x, y: to.y - to.height * side },
  ];
}

function frameShapes(
  { isFrame, x, y, width, height }: PlacedBox,
  { palette }: CardStyle,
): readonly PictureElement[] {
  if (!isFrame) return [];
  const place = { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height, rx: 12 };
  return [element('rect', { ...place, fill: palette.ground, stroke: palette.line })];
}

function drawnNode(
  box: PlacedBox,
  { node, ...corner }: PictureBox['cards'][number],
  { style, holdings }: { readonly style: CardStyle; readonly holdings: DrawnNode['holdings'] },
): DrawnNode {
  const x = Math.round(box.x - box.width / 2 + corner.x);
  const y = Math.round(box.y - box.height / 2 + corner.y);
  return {
    partyId: node.partyId,
    name: node.card.title,
    label: node.label,
    facts: node.card.lines,
    holdings,
    x,
    y,
    width: cardWidth,
    height: cardHeight(node.card),
    shapes: element(
      'g',
      { transform: `translate(${x} ${y})` },
      element('title', {}, node.card.title),
      ...drawCard(node.card, style),
    ),
  };
}

interface ContentLine extends HoldingLine {
  readonly isCircular: boolean;
}

/** Cards and lines, before they have places. */
function contentOf(data: PictureData, selection: Selection, words: PictureWords) {
  const above = Map.groupBy(data.relations, ({ to }) => to);
  const party = (id: string) => `party ${id}`;
  const nodes: PictureNode[] = [];
  const lines: HoldingLine[] = [];
  for (const { id, ...facts } of selection.parties) {
    const held = (above.get(id) ?? []).filter(({ from }) => from !== id);
    const own = (above.get(id) ?? []).filter(({ from }) => from === id);
    const about = { words, isCustomer: id === data.customerId, hasHolders: held.length > 0, own };
    nodes.push(partyNode({ id, ...facts }, about));
    const unstated = unstatedShare(above.get(id) ?? []);
    if (unstated === undefined) continue;
    const node = unstatedNode(id, words);
    nodes.push(node);
    lines.push({
      from: node.id,
      to: party(id),
      label: { share: shareWords(words, unstated), words: [], stroke: 'dotted' },
    });
  }
  for (const pair of selection.pairs) {
    if (pair.from === pair.to) continue;
    lines.push({ from: party(pair.from), to: party(pair.to), label: relationLabel(pair, words) });
  }
  for (const rest of selection.rest) {
    const node = restNode(rest, words);
    nodes.push(node);
    const label = { share: undefined, words: [], stroke: rest.holders > 0 ? 'solid' : 'dotted' } as const;
    lines.push({ from: node.id, to: party(rest.companyId), label });
  }
  const grouped = groupHolders(nodes, lines, words);
  const circular = circularLines(party(data.customerId), grouped.lines);
  return {
    boxes: grouped.boxes,
    held: heldBy(nodes, lines),
    lines: grouped.lines.map((line): ContentLine => {
      if (!circular.has(line)) return { ...line, isCircular: false };
      const label = { ...line.label, words: [...line.label.words, words.circular] };
      return { ...line, isCircular: true, label };
    }),
  };
}

/** By the node that holds: its lines before some of them are drawn as one. */
function heldBy(
  nodes: readonly PictureNode[],
  lines: readonly HoldingLine[],
): ReadonlyMap<string, DrawnNode['holdings']> {
  const names = new Map(nodes.map(({ id, card }) => [id, card.title]));
  return new Map(
    [...Map.groupBy(lines, ({ from }) => from)].map(([from, own]) => [
      from,
      own.map(({ to, label: { share, words } }) => ({
        what: [...(share === undefined ? [] : [share]), ...words].join(' · '),
        company: names.get(to) ?? '',
      })),
    ]),
  );
}

/** What nobody is stated to hold of a company that somebody holds; undefined where all of it may be held. */
function unstatedShare(relations: PictureData['relations']): Bounds | undefined {
  const shares = relations.flatMap((relation) =>
    relation.kind === 'owns' ? [boundsOf(relation.shares)] : [],
  );
  if (shares.length === 0) return undefined;
  const { atLeast, atMost } = sumOf(shares);
  // Thirds leave a rest that is none.
  const rest = (share: number) => Math.round((100 - share) * 100) / 100;
  return atMost > 99.99 ? undefined : { atLeast: rest(atMost), atMost: rest(atLeast) };
}

function notesOf({ rest, pairsLeftOut, unrelated }: Selection, words: PictureWords): readonly string[] {
  const left = rest.reduce((sum, { holders, others }) => sum + holders + others, 0);
  return [
    ...(left > 0 ? [countedWords(words, words.notDrawn, left)] : []),
    ...(pairsLeftOut > 0 ? [countedWords(words, words.relationsNotDrawn, pairsLeftOut)] : []),
    ...(unrelated > 0 ? [countedWords(words, words.unrelated, unrelated)] : []),
  ];
}

/** A drawn ownership as the text of an SVG document, for paper and for pages that show it as a picture. */
export function ownershipSvg(data: PictureData, options: PictureOptions = {}): string {
  const { width, height, title, lines, nodes, notes } = drawOwnership(data, options);
  const shapes = [...lines, ...nodes.map((node) => node.shapes)].map(xmlOf).join('');
  const description = escapeXml([...nodes.map((node) => node.label), ...notes].join('. '));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img"><title>${escapeXml(title)}</title><desc>${description}</desc>${shapes}</svg>`
  );
}
