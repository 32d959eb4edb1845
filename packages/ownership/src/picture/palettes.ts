/** Colours of a picture, as CSS values: concrete ones on paper, variables where a page has themes. */
export interface PicturePalette {
  /** Behind the cards; labels of relations are cut out of it. */
  readonly ground: string;
  readonly card: string;
  readonly customerCard: string;
  readonly line: string;
  readonly relation: string;
  readonly text: string;
  readonly dim: string;
  readonly accent: string;
  readonly danger: string;
  readonly warning: string;
  readonly success: string;
}

/** Of paper: each holds a contrast of 4.5 to 1 on white, and is told from the others by words and signs in grey. */
export const paperPalette: PicturePalette = {
  ground: '#ffffff',
  card: '#ffffff',
  customerCard: '#eef3fb',
  line: '#8a94a3',
  relation: '#5b6675',
  text: '#14181f',
  dim: '#4a5462',
  accent: '#1f4688',
  danger: '#a61b1b',
  warning: '#8f3f00',
  success: '#0b6b3a',
};
