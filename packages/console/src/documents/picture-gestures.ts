import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Zoom and move in pixels of the frame, and quarter turns to the right. */
interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

const start: View = { zoom: 1, x: 0, y: 0, turns: 0 };
const maxZoom = 8;
const step = 1.25;
const move = 40;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a picture in a frame is zoomed, moved, turned and looked at; wheel, pointer and keys do the same as its buttons. */
export function useGesture(frame: RefObject<HTMLElement | null>, isDrawn: boolean) {
  const [view, setView] = useState(start);
  const [isLoupe, setLoupe] = useState(false);
  const [at, setAt] = useState<Point>();
  const zoomBy = (factor: number) => setView((now) => zoomed(now, factor));
  const shift = (x: number, y: number) => setView((now) => ({ ...now, x: now.x + x, y: now.y + y }));
  const turn = () => setView((now) => ({ ...start, turns: (now.turns + 1) % 4 }));
  const fit = () => setView(({ turns }) => ({ ...start, turns }));
  const toggleLoupe = () => setLoupe((now) => !now);

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(step),
    '=': () => zoomBy(step),
    '-': () => zoomBy(1 / step),
    '0': fit,
    r: turn,
    l: () => {
      toggleLoupe();
      setAt((now) => now ?? middleOf(frame.current));
    },
    arrowleft: () => shift(move, 0),
    arrowright: () => shift(-move, 0),
    arrowup: () => shift(0, move),
    arrowdown: () => shift(0, -move),
  };
  const current = useRef(keys);
  current.current = keys;

  useEffect(() => {
    const element = frame.current;
    // The keys are those of the whole view: its buttons have the focus, the frame has none.
    const whole = element?.parentElement;
    if (!isDrawn || !element || !whole) return;
    // React listens to wheels passively; the page must not scroll with the picture.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((now) => zoomed(now, event.deltaY < 0 ? step : 1 / step));
    };
    const onKey = (event: KeyboardEvent) => {
      const act =
        event.ctrlKey || event.metaKey || event.altKey ? undefined : current.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    whole.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('wheel', onWheel);
      whole.removeEventListener('keydown', onKey);
    };
  }, [frame, isDrawn]);

  const listeners = {
    onPointerMove: (event: PointerEvent) => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      setAt({ x: event.clientX - left, y: event.clientY - top });
      if (event.buttons === 1) shift(event.movementX, event.movementY);
    },
    onPointerLeave: () => setAt(undefined),
  };
  return {
    view,
    loupe: isLoupe ? at : undefined,
    isLoupe,
    zoomIn: () => zoomBy(step),
    zoomOut: () => zoomBy(1 / step),
    fit,
    turn,
    toggleLoupe,
    listeners,
  };
}

function zoomed(now: View, factor: number): View {
  const zoom = Math.min(maxZoom, Math.max(1, now.zoom * factor));
  const change = zoom / now.zoom;
  return zoom === 1 ? { ...now, zoom, x: 0, y: 0 } : { ...now, zoom, x: now.x * change, y: now.y * change };
}

function middleOf(element: HTMLElement | null): Point | undefined {
  return element === null ? undefined : { x: element.clientWidth / 2, y: element.clientHeight / 2 };
}
