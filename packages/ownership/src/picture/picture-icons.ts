import { element, type PictureElement } from './picture-element.ts';

/** Signs on a grid of 24, drawn as lines. Each stands beside its word. */
const paths = {
  person: 'M12 4.5a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM4.5 20c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6',
  company:
    'M5 20V5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v15M15 10h3a1 1 0 0 1 1 1v9M3.5 20h17M8.5 8h3M8.5 12h3M8.5 16h3',
  unknown:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.4 9.6a2.6 2.6 0 1 1 3.9 2.3c-.8.5-1.3 1-1.3 2M12 16.6v.3',
  more: 'M8 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2.5 20c.4-2.8 2.6-4.4 5.5-4.4M16 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10.5 20c.4-2.8 2.6-4.4 5.5-4.4s5.1 1.6 5.5 4.4',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  danger: 'M12 4l9 16H3L12 4zM12 10v4.5M12 17.2v.3',
  open: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  cleared: 'M5 12.5l4.5 4.5L19 7.5',
  risk: 'M4 17a8 8 0 1 1 16 0M12 17l4-5',
} as const;
export type PictureIcon = keyof typeof paths;

export function icon(
  name: PictureIcon,
  {
    x,
    y,
    size,
    colour,
    isFilled = false,
  }: {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly colour: string;
    readonly isFilled?: boolean;
  },
): PictureElement {
  return element('path', {
    d: paths[name],
    transform: `translate(${x} ${y}) scale(${Math.round((size / 24) * 1000) / 1000})`,
    fill: isFilled ? colour : 'none',
    stroke: colour,
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}
