import type { SubmittedInformation } from '@gatehouse/contract';
import {
  type DrawnNode,
  drawOwnership,
  type PartyHit,
  type PictureElement,
  type PicturePalette,
  partyOf,
  pictureOfInformation,
} from '@gatehouse/ownership/picture';
import { Text } from '@mantine/core';
import { useFullscreenElement, useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, createElement, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { answerValueText } from '../ui/stated-answer.ts';
import { OwnershipList } from './ownership-list.tsx';
import { PictureControls } from './picture-controls.tsx';
import { shownPictureWords } from './shown-picture-words.ts';
import { usePictureView } from './use-picture-view.ts';

export interface DrawnOwnershipProps {
  readonly ownership: NonNullable<SubmittedInformation['ownership']>;
  readonly customer: Parameters<typeof pictureOfInformation>[1]['customer'];
  readonly hits: readonly FollowedHit[];
}

/** A hit, and what leads to it. */
type FollowedHit = PartyHit & { readonly follow: () => void };

/** Where the cards of a picture would be too small to be read. */
const narrowPicture = 'screen and (max-width: 40em)';

/** The colours of the style sheet, for light and dark and for paper. */
const palette: PicturePalette = {
  ground: 'var(--gh-canvas)',
  card: 'var(--gh-surface)',
  customerCard: 'var(--gh-info-ground)',
  line: 'var(--gh-border)',
  relation: 'var(--gh-dim)',
  text: 'var(--gh-text)',
  dim: 'var(--gh-dim)',
  accent: 'var(--gh-accent-text)',
  danger: 'var(--gh-danger)',
  warning: 'var(--gh-warning)',
  success: 'var(--gh-success)',
};

/** An ownership as a picture; a card that somebody can follow is a link. */
export function DrawnOwnership({ ownership, customer, hits }: DrawnOwnershipProps) {
  const drawn = useMemo(() => {
    const data = pictureOfInformation(inPageLanguage(ownership), { customer, hits, sourceTitle: listTitle });
    return drawOwnership(data, { palette, fontFamily: 'inherit', words: shownPictureWords() });
  }, [ownership, customer, hits]);
  const byParty = useMemo(
    () => Map.groupBy(hits, ({ subject }) => partyOf(ownership, subject)),
    [ownership, hits],
  );
  const isNarrow = useMediaQuery(narrowPicture, false, { getInitialValueInEffect: false });
  const notes = [...drawn.notes, ...unplacedText(byParty.get(undefined)?.length ?? 0)].map((note) => (
    <Text key={note} size="xs" className="gh-dim">
      {note}
    </Text>
  ));
  if (isNarrow) {
    return (
      <>
        <OwnershipList
          drawn={drawn}
          followOf={(partyId) => (partyId === null ? undefined : firstOf(byParty.get(partyId))?.follow)}
        />
        {notes}
      </>
    );
  }
  return (
    <>
      <Picture drawn={drawn} byParty={byParty} customerId={ownership.customerId} />
      {notes}
    </>
  );
}

type HitsByParty = ReadonlyMap<string | undefined, readonly FollowedHit[]>;

/** The picture in its frame, to be zoomed and given the whole screen. */
function Picture(props: {
  readonly drawn: ReturnType<typeof drawOwnership>;
  readonly byParty: HitsByParty;
  readonly customerId: string;
}) {
  const { drawn, byParty, customerId } = props;
  const { title } = drawn;
  const cards = useMemo(() => {
    const open = drawn.nodes.filter(({ partyId }) => partyId !== null && isOpen(byParty.get(partyId)));
    const listed = drawn.nodes.filter(({ partyId }) => partyId !== null && byParty.has(partyId));
    const customerCard = drawn.nodes.find(({ partyId }) => partyId === customerId);
    return { wanted: open.length > 0 ? open : listed, customer: customerCard };
  }, [drawn, byParty, customerId]);
  const shown = usePictureView(drawn, cards);
  const screen = useFullscreenElement<HTMLDivElement>();
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+') shown.zoom('in');
    else if (event.key === '-') shown.zoom('out');
    else if (event.key === '0') shown.fit();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={screen.ref} className="gh-picture-view">
      <PictureControls
        picture={shown}
        isFullScreen={screen.fullscreen}
        toggleFullScreen={() => void screen.toggle()}
      />
      <section
        ref={shown.frame}
        className="gh-ownership-picture"
        aria-label={text('ownership.scrolls', { title })}
        // Coordinates grow to the right in every language; the words of the cards have directions of their own.
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
        tabIndex={0}
        onKeyDown={pressKey}
      >
        <Drawing drawn={drawn} byParty={byParty} scale={shown.scale} />
      </section>
    </div>
  );
}

function Drawing(props: {
  readonly drawn: ReturnType<typeof drawOwnership>;
  readonly byParty: HitsByParty;
  readonly scale: number | undefined;
}) {
  const { drawn, byParty, scale } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no element for a group with a name
    <svg
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      style={sizeOf(drawn.width, scale)}
      role="group"
      aria-label={drawn.title}
    >
      {drawn.lines.map(shapeOf)}
      {drawn.nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of one drawing keep their places
        <g key={index}>
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of shapes does nothing */}
          <g role="img" aria-label={node.label}>
            {shapeOf(node.shapes)}
          </g>
          <HitsLink
            node={node}
            hit={node.partyId === null ? undefined : firstOf(byParty.get(node.partyId))}
          />
        </g>
      ))}
    </svg>
  );
}

/** Whether a hit waits for a ruling. */
function isOpen(hits: readonly FollowedHit[] = []): boolean {
  return hits.some(({ resolution, silenced }) => resolution === null && !silenced);
}

/** The same with what parties state as the pages write it. */
function inPageLanguage(ownership: DrawnOwnershipProps['ownership']): DrawnOwnershipProps['ownership'] {
  return {
    ...ownership,
    parties: ownership.parties.map((party) => ({
      ...party,
      facts: party.facts.map((fact) => ({ ...fact, value: answerValueText(fact) })),
    })),
  };
}

/** The first hit that waits for a ruling, else the first. */
function firstOf(hits: readonly FollowedHit[] = []): FollowedHit | undefined {
  return hits.find(({ resolution, silenced }) => resolution === null && !silenced) ?? hits[0];
}

/** Hits of subjects that are no party of the structure, or that several parties may be. */
function unplacedText(count: number): readonly string[] {
  if (count === 0) return [];
  return [text('ownership.unplaced', { count })];
}

/** Lies over a card that has hits: the card says what it is, the link where it leads. */
function HitsLink({ node, hit }: { readonly node: DrawnNode; readonly hit: FollowedHit | undefined }) {
  if (hit === undefined) return null;
  const { x, y, width, height, name } = node;
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page that no address names
    <a
      href="#hits"
      aria-label={text('ownership.hitsOf', { name })}
      onClick={(event) => {
        event.preventDefault();
        // Where it leads to is not on the whole screen of the picture.
        if (document.fullscreenElement) void document.exitFullscreen().then(hit.follow);
        else hit.follow();
      }}
    >
      <title>{name}</title>
      <rect {...{ x, y, width, height }} rx={8} fill="transparent" />
    </a>
  );
}

/** As wide as the scale says; before it is known as wide as the frame. The style sheet sets it, for paper otherwise. */
function sizeOf(width: number, scale: number | undefined): CSSProperties {
  return {
    '--gh-picture-width': scale === undefined ? '100%' : `${Math.floor(width * scale)}px`,
  } as CSSProperties;
}

function shapeOf({ name, attributes, children }: PictureElement, key?: number): ReactNode {
  const properties = Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => [
      attribute.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  return createElement(
    name,
    { ...properties, key },
    ...children.map((child, index) => (typeof child === 'string' ? child : shapeOf(child, index))),
  );
}
