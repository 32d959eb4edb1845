import type { PicturePalette } from './palettes.ts';
import { element, type PictureElement } from './picture-element.ts';
import { icon, type PictureIcon } from './picture-icons.ts';
import { cutText, directionOf, wrapText } from './picture-text.ts';

/** A card of a picture: an icon and a title, and lines below it, each with its sign. */

export const cardWidth = 236;
const padding = 10;
const iconSize = 18;
const textStart = padding + iconSize + 7;
const titleSize = 13;
/** How much wider bold letters are. */
const boldWidth = 1.06;
const titleHeight = 17;
const lineSize = 11.5;
const lineHeight = 17;
const signSize = 13;

export interface CardLine {
  readonly text: string;
  readonly colour: 'text' | 'dim' | 'accent' | 'danger' | 'warning' | 'success';
  readonly sign?: PictureIcon | undefined;
  readonly isSignFilled?: boolean;
  readonly isStrong?: boolean;
}

export interface Card {
  readonly title: string;
  readonly icon: PictureIcon;
  readonly lines: readonly CardLine[];
  readonly outline: 'usual' | 'customer' | 'danger' | 'warning' | 'unknown' | 'rest';
}

export interface CardStyle {
  readonly palette: PicturePalette;
  readonly fontFamily: string;
  readonly isRightToLeft: boolean;
}

function titleLines({ title }: Card): readonly string[] {
  const width = cardWidth - textStart - padding;
  return wrapText(title, { width, fontSize: titleSize * boldWidth, maxLines: 2 });
}

export function cardHeight(card: Card): number {
  return padding * 2 + titleLines(card).length * titleHeight + card.lines.length * lineHeight - 1;
}

const outlines = {
  usual: { colour: 'line', width: 1, dashes: '' },
  customer: { colour: 'accent', width: 2, dashes: '' },
  danger: { colour: 'danger', width: 2, dashes: '' },
  warning: { colour: 'warning', width: 1.5, dashes: '' },
  // What is not known is a doubt; what is left out for room is none.
  unknown: { colour: 'warning', width: 1.2, dashes: '5 4' },
  rest: { colour: 'line', width: 1.2, dashes: '5 4' },
} as const;

/** The shapes of a card, from its own corner. The whole title is its tooltip. */
export function drawCard(card: Card, style: CardStyle): readonly PictureElement[] {
  const { palette } = style;
  const outline = outlines[card.outline];
  const title = titleLines(card);
  const shapes: PictureElement[] = [
    element('rect', {
      x: 0,
      y: 0,
      width: cardWidth,
      height: cardHeight(card),
      rx: 8,
      fill: card.outline === 'customer' ? palette.customerCard : palette.card,
      stroke: palette[outline.colour],
      'stroke-width': outline.width,
      ...(outline.dashes !== '' && { 'stroke-dasharray': outline.dashes }),
    }),
    icon(card.icon, {
      x: mirrored(padding, iconSize, style),
      y: padding - 1,
      size: iconSize,
      colour: outline.colour === 'line' ? palette.dim : palette[outline.colour],
    }),
  ];
  title.forEach((text, index) => {
    const y = padding + 13 + index * titleHeight;
    // Each line has the direction of the whole name.
    shapes.push(
      line(text, {
        x: textStart,
        y,
        size: titleSize,
        weight: 600,
        colour: palette.text,
        direction: directionOf(card.title),
        style,
      }),
    );
  });
  const top = padding + title.length * titleHeight;
  card.lines.forEach((each, index) => {
    shapes.push(...drawLine(each, top + index * lineHeight, style));
  });
  return shapes;
}

function drawLine(
  { text, sign, colour, isSignFilled = false, isStrong = false }: CardLine,
  top: number,
  style: CardStyle,
): readonly PictureElement[] {
  const signs =
    sign === undefined
      ? []
      : [
          icon(sign, {
            x: mirrored(padding + 2, signSize, style),
            y: top + 1.5,
            size: signSize,
            colour: style.palette[colour],
            isFilled: isSignFilled,
          }),
        ];
  const width = cardWidth - textStart - padding;
  return [
    ...signs,
    line(cutText(text, width, isStrong ? lineSize * boldWidth : lineSize), {
      x: textStart,
      y: top + 12,
      size: lineSize,
      weight: isStrong ? 600 : 400,
      colour: style.palette[colour],
      direction: directionOf(text),
      style,
    }),
  ];
}

/** Where something begins that is `width` wide: counted from the right where the page reads so. */
function mirrored(x: number, width: number, { isRightToLeft }: CardStyle): number {
  return isRightToLeft ? cardWidth - x - width : x;
}

function line(
  text: string,
  at: {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly weight: number;
    readonly colour: string;
    readonly direction: 'ltr' | 'rtl';
    readonly style: CardStyle;
  },
): PictureElement {
  const { style, direction } = at;
  // The side of the page decides where a text lies, its own script how it is written there.
  const isAtItsStart = style.isRightToLeft === (direction === 'rtl');
  return element(
    'text',
    {
      x: style.isRightToLeft ? cardWidth - at.x : at.x,
      y: at.y,
      'font-family': style.fontFamily,
      'font-size': at.size,
      'font-weight': at.weight,
      fill: at.colour,
      direction,
      'text-anchor': isAtItsStart ? 'start' : 'end',
    },
    text,
  );
}
