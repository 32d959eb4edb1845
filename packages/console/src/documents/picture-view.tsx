import { ActionIcon, Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useGesture } from './picture-gestures.ts';
import { reviewTexts } from './review-texts.ts';

/** A place on a picture, in fractions of its width and height. */
export interface Box {
  readonly key: string;
  readonly label: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture that is zoomed by wheel and keys, moved, turned, and looked at through a loupe. */
export function PictureView(props: {
  readonly address: string;
  readonly name: string;
  readonly boxes?: readonly Box[];
  /** What stands there where the browser cannot draw the file. */
  readonly failed: ReactNode;
}) {
  const { address, name, boxes = [] } = props;
  const [isBroken, setBroken] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const gesture = useGesture(frame, !isBroken);
  if (isBroken) return props.failed;
  const { view, loupe } = gesture;
  const picture = (hidden: boolean) => (
    <Stage view={view}>
      <div className="gh-picture-sheet">
        <img
          src={address}
          alt={hidden ? '' : name}
          draggable={false}
          className={view.turns % 2 === 1 ? 'gh-picture-across' : ''}
          onLoad={({ currentTarget }) => void isDrawable(currentTarget).then((drawn) => setBroken(!drawn))}
          onError={() => setBroken(true)}
        />
        {boxes.map((box) => (
          <span key={box.key} className="gh-picture-box" title={box.label} style={placeOf(box)} />
        ))}
      </div>
    </Stage>
  );
  return (
    <div title={reviewTexts.pictureKeys}>
      <PictureTools gesture={gesture} name={name} />
      <div ref={frame} className="gh-picture" {...gesture.listeners}>
        {picture(false)}
        {loupe && (
          <div
            className="gh-loupe"
            aria-hidden
            style={{ left: loupe.x - loupeRadius, top: loupe.y - loupeRadius }}
          >
            <div className="gh-loupe-inner" style={loupeStyle(loupe, frame.current)}>
              {picture(true)}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** A browser loads a picture whose head is whole, and draws nothing where the rest cannot be decoded. */
async function isDrawable(picture: HTMLImageElement): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(picture, { resizeWidth: 1, resizeHeight: 1 });
    bitmap.close();
    return true;
  } catch {
    return false;
  }
}

const loupeRadius = 90;
const loupeZoom = 2.5;

function loupeStyle({ x, y }: { readonly x: number; readonly y: number }, frame: HTMLElement | null) {
  return {
    width: frame?.clientWidth ?? 0,
    height: frame?.clientHeight ?? 0,
    transform: `translate(${loupeRadius - x * loupeZoom}px, ${loupeRadius - y * loupeZoom}px) scale(${loupeZoom})`,
  };
}

function placeOf({ left, top, width, height }: Box) {
  const of = (share: number) => `${(share * 100).toFixed(2)}%`;
  return { left: of(left), top: of(top), width: of(width), height: of(height) };
}

interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

function Stage({ view, children }: { readonly view: View; readonly children: ReactNode }) {
  const { zoom, x, y, turns } = view;
  const transform = `translate(${x}px, ${y}px) scale(${zoom}) rotate(${turns * 90}deg)`;
  return (
    <div className="gh-picture-stage" style={{ transform }}>
      {children}
    </div>
  );
}

function PictureTools({
  gesture,
  name,
}: {
  readonly gesture: ReturnType<typeof useGesture>;
  readonly name: string;
}) {
  const tools = [
    [reviewTexts.zoomIn, '+', gesture.zoomIn, undefined],
    [reviewTexts.zoomOut, '−', gesture.zoomOut, undefined],
    [reviewTexts.fit, '0', gesture.fit, undefined],
    [reviewTexts.turn, 'R', gesture.turn, undefined],
    [reviewTexts.loupe, 'L', gesture.toggleLoupe, gesture.isLoupe],
  ] as const;
  return (
    <Group gap={4} mb={4} role="toolbar" aria-label={name}>
      {tools.map(([label, key, run, pressed]) => (
        <ActionIcon
          key={label}
          variant={pressed ? 'filled' : 'default'}
          size="lg"
          w="auto"
          px={8}
          onClick={run}
          {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        >
          <Text span size="xs">
            {label}{' '}
            <kbd className="gh-key" aria-hidden>
              {key}
            </kbd>
          </Text>
        </ActionIcon>
      ))}
    </Group>
  );
}
