/**
 * Colours by what they mean, for the light and the dark scheme. The styles name them as `--gh-…`; `tokens.test.ts` holds
 * their contrasts. Nothing is told by colour alone: an icon or a word is beside it.
 */
export const tokens = {
  /** Behind everything. */
  canvas: ['#f6f7f9', '#111419'],
  /** Cards, tables and dialogs. */
  surface: ['#ffffff', '#191d24'],
  /** Heads of tables, code, what is set back. */
  sunken: ['#f1f3f7', '#14181e'],
  /** Under the pointer. */
  hover: ['#f3f5f9', '#20252e'],
  /** What is selected. */
  selected: ['#e9effd', '#222d47'],
  line: ['#e3e7ee', '#2b313b'],
  /** Around what can be changed. */
  border: ['#cdd4df', '#3d4552'],
  text: ['#161b26', '#e6e9ef'],
  dim: ['#566072', '#a3adbd'],
  accent: ['#2a55c9', '#3f66d6'],
  /** Words on what is filled with the accent. */
  onAccent: ['#ffffff', '#ffffff'],
  /** Links, and words of what is selected. */
  accentText: ['#2450bd', '#a3bdff'],
  /** Behind words that have none of the meanings below. */
  neutralGround: ['#e9edf3', '#2a303a'],
  danger: ['#ad1d1d', '#ff9f9b'],
  dangerGround: ['#fdeeed', '#331b1d'],
  warning: ['#8a4300', '#ffb877'],
  warningGround: ['#fdf2e4', '#322313'],
  success: ['#0b6b3a', '#74d6a2'],
  successGround: ['#e8f6ee', '#142b20'],
  info: ['#1d5a9e', '#93c4ff'],
  infoGround: ['#e9f2fc', '#152739'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export type Token = keyof typeof tokens;

export type ColorScheme = 'light' | 'dark';

/** The variables of a scheme: `onAccent` is `--gh-on-accent`. */
export function tokenVariables(scheme: ColorScheme): Record<string, string> {
  const at = scheme === 'light' ? 0 : 1;
  return Object.fromEntries(
    Object.entries(tokens).map(([name, values]) => [
      `--gh-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      values[at],
    ]),
  );
}
