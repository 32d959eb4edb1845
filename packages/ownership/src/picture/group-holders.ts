import { type Card, cardHeight, cardWidth } from './node-card.ts';
import type { PictureNode } from './picture-cards.ts';
import { fillWords, type PictureWords } from './picture-words.ts';
import type { RelationLabel } from './relation-label.ts';

/** Many holders of one company that nobody holds stand in one frame: a row of them would be wider than any page. */

export interface HoldingLine {
  readonly from: string;
  readonly to: string;
  readonly label: RelationLabel;
}

/** What gets one place: a card, or a frame of several. */
export interface PictureBox {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly isFrame: boolean;
  /** Cards with their corners in the box. */
  readonly cards: readonly { readonly node: PictureNode; readonly x: number; readonly y: number }[];
}

/** More than these stand in a frame. */
const maxInRow = 4;
const gap = 10;
const framePadding = 12;

export function groupHolders(
  nodes: readonly PictureNode[],
  lines: readonly HoldingLine[],
  words: PictureWords,
): { readonly boxes: readonly PictureBox[]; readonly lines: readonly HoldingLine[] } {
  const held = new Set(lines.map(({ to }) => to));
  const downward = Map.groupBy(lines, ({ from }) => from);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const framed = new Set<HoldingLine>();
  const frames: PictureBox[] = [];
  for (const [companyId, own] of Map.groupBy(lines, ({ to }) => to)) {
    const single = own.filter(({ from }) => !held.has(from) && downward.get(from)!.length === 1);
    if (single.length <= maxInRow) continue;
    for (const line of single) framed.add(line);
    const cards = single.map(({ from, label }) => withRelation(byId.get(from)!, label, words));
    frames.push(frameOf(`frame ${companyId}`, cards));
  }
  const inFrames = new Set([...framed].map(({ from }) => from));
  return {
    boxes: [...nodes.filter(({ id }) => !inFrames.has(id)).map(boxOf), ...frames],
    lines: [
      ...lines.filter((line) => !framed.has(line)),
      ...frames.map(({ id }) => ({
        from: id,
        to: id.slice('frame '.length),
        label: { share: undefined, words: [], stroke: 'solid' } as const,
      })),
    ],
  };
}

function boxOf(node: PictureNode): PictureBox {
  const { id, card } = node;
  return { id, width: cardWidth, height: cardHeight(card), isFrame: false, cards: [{ node, x: 0, y: 0 }] };
}

/** In a frame no line has a label of its own: the card says what the party holds. */
function withRelation(node: PictureNode, label: RelationLabel, words: PictureWords): PictureNode {
  const texts = [
    ...(label.share === undefined ? [] : [fillWords(words.direct, { percent: label.share })]),
    ...label.words,
  ];
  const [about, ...others] = node.card.lines;
  const own = texts.map((text) => ({ text, colour: 'text', isStrong: true }) as const);
  const lines: Card['lines'] = [...(about === undefined ? [] : [about]), ...own, ...others];
  return { ...node, card: { ...node.card, lines }, label: [node.label, ...texts].join(', ') };
}

function frameOf(id: string, nodes: readonly PictureNode[]): PictureBox {
  const columns = Math.min(maxInRow, Math.ceil(nodes.length / 2));
  const cards: { node: PictureNode; x: number; y: number }[] = [];
  let top = framePadding;
  for (let at = 0; at < nodes.length; at += columns) {
    const row = nodes.slice(at, at + columns);
    row.forEach((node, column) => {
      cards.push({ node, x: framePadding + column * (cardWidth + gap), y: top });
    });
    top += Math.max(...row.map(({ card }) => cardHeight(card))) + gap;
  }
  const width = framePadding * 2 + columns * (cardWidth + gap) - gap;
  return { id, width, height: top - gap + framePadding, isFrame: true, cards };
}
