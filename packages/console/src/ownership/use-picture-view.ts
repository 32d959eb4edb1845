import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Area, firstView, type PictureView, type Size, wholeView, zoomed } from './picture-view.ts';

/** What somebody chose: nothing yet, all of it, or a scale of their own. */
type Choice = 'first' | 'whole' | number;

/** How a picture shows in a frame that scrolls. */
export interface ShownPicture {
  readonly frame: RefObject<HTMLElement | null>;
  /** Undefined until the frame was measured. */
  readonly scale: number | undefined;
  readonly fit: () => void;
  readonly zoom: (direction: 'in' | 'out') => void;
}

/** Shows a picture as `firstView` says, again where the frame gets another size, until somebody zooms. */
export function usePictureView(
  picture: Size,
  cards: { readonly wanted: readonly Area[]; readonly customer: Area | undefined },
): ShownPicture {
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState<Size>();
  const [choice, setChoice] = useState<Choice>('first');
  // What is in the middle while somebody zooms.
  const kept = useRef<PictureView['centre']>(undefined);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom(roomOf(current)));
    observer.observe(current);
    const measure = () => setRoom(roomOf(current));
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  const view = room && viewOf(choice, picture, { room, cards });
  const scale = view?.scale;
  const x = view?.centre?.x;
  const y = view?.centre?.y;
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || scale === undefined) return;
    const centre = x === undefined || y === undefined ? kept.current : { x, y };
    if (centre === undefined) return;
    current.scrollTo({
      left: centre.x * scale - current.clientWidth / 2,
      top: centre.y * scale - current.clientHeight / 2,
    });
  }, [scale, x, y]);
  const fit = useCallback(() => setChoice('whole'), []);
  const zoom = useCallback(
    (direction: 'in' | 'out') => {
      const { current } = frame;
      if (!current || scale === undefined) return;
      kept.current = {
        x: (current.scrollLeft + current.clientWidth / 2) / scale,
        y: (current.scrollTop + current.clientHeight / 2) / scale,
      };
      setChoice(zoomed(scale, direction));
    },
    [scale],
  );
  return { frame, scale, fit, zoom };
}

interface ChosenView {
  readonly scale: number;
  /** Undefined: what was in the middle stays there. */
  readonly centre?: PictureView['centre'];
}

function viewOf(
  choice: Choice,
  picture: Size,
  { room, cards }: { readonly room: Size; readonly cards: Parameters<typeof firstView>[2] },
): ChosenView {
  if (choice === 'first') return firstView(picture, room, cards);
  return choice === 'whole' ? wholeView(picture, room) : { scale: choice };
}

/** What a frame has for its picture: as high as the style sheet lets it become. */
function roomOf(frame: HTMLElement): Size {
  const { maxHeight, paddingInlineStart, paddingBlockStart } = getComputedStyle(frame);
  const most = Number.parseFloat(maxHeight);
  return {
    width: frame.clientWidth - 2 * Number.parseFloat(paddingInlineStart),
    height: (Number.isNaN(most) ? frame.clientHeight : most) - 2 * Number.parseFloat(paddingBlockStart) - 2,
  };
}
