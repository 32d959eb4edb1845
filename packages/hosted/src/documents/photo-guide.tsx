import type { TextKey } from '../messages/table.ts';
import { useTranslator } from '../ui/context.ts';

interface Advice {
  readonly text: TextKey;
  /** What is in the picture. */
  readonly shape: string;
  /** What makes it a good one. */
  readonly mark: string;
}

const corners = 'M10 20v-8h12M74 12h12v8M86 44v8H74M22 52H10v-8';
const card = 'M22 18h52a2 2 0 0 1 2 2v24a2 2 0 0 1-2 2H22a2 2 0 0 1-2-2V20a2 2 0 0 1 2-2z';
const portrait = 'M27 24h14v16H27zM34 27.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM29.5 39.5c.6-6 8.4-6 9 0';
const lines = 'M48 26h20M48 32h20M48 38h12';
const face =
  'M48 14c7.5 0 12 5.5 12 13.5S55 44 48 44s-12-8.5-12-16.5S40.5 14 48 14zM30 56c2-7 8-10 18-10s16 3 18 10';
const eyes = 'M43.5 27v1.5M52.5 27v1.5M44.5 36c2.3 1.8 4.700 1.8 7 0';

const advice: Readonly<Record<'document' | 'face', readonly Advice[]>> = {
  document: [
    { text: 'photoCorners', shape: card + portrait + lines, mark: corners },
    {
      text: 'photoSharp',
      shape: card + portrait + lines,
      mark: 'M58 22a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM66 41l11 11M52 30h12M52 36h9',
    },
    {
      text: 'photoLight',
      shape: `${card}${portrait}${lines}`,
      mark: 'M48 2v8M30 4l4 7M66 4l-4 7M14 11l6 5M82 11l-6 5',
    },
  ],
  face: [
    { text: 'selfieFace', shape: face + eyes, mark: corners },
    { text: 'selfieStraight', shape: face + eyes, mark: 'M48 4v5M48 49v5M24 29h7M65 29h7' },
    { text: 'selfieLight', shape: face + eyes, mark: 'M48 2v6M30 5l3 6M66 5l-3 6M17 15l6 4M79 15l-6 4' },
  ],
};

/** What a good photo looks like, in three drawings; the words beneath say the same. */
export function PhotoGuide({ of }: { readonly of: 'document' | 'face' }) {
  const words = useTranslator();
  return (
    <ul class="photo-guide">
      {advice[of].map(({ text, shape, mark }) => (
        <li key={text}>
          <svg viewBox="0 0 96 60" aria-hidden="true">
            <path d={shape} />
            <path class="photo-mark" d={mark} />
          </svg>
          {words.text(text)}
        </li>
      ))}
    </ul>
  );
}
