import type { Owner } from '@gatehouse/contract';
import { customerId, type ResolvedOwner, structureOfOwners } from '@gatehouse/ownership/declared';
import {
  drawOwnership,
  type PictureData,
  type PictureElement,
  type PicturePalette,
  type PictureParty,
  type PictureRelation,
  pictureWords,
} from '@gatehouse/ownership/picture';
import { h, type VNode } from 'preact';
import type { Translator } from '../messages/translator.ts';

/** Colours of the style sheet, for light and dark. */
const palette: PicturePalette = {
  ground: 'var(--surface)',
  card: 'var(--surface)',
  customerCard: 'var(--info-ground)',
  line: 'var(--line-strong)',
  relation: 'var(--quiet)',
  text: 'var(--text)',
  dim: 'var(--quiet)',
  accent: 'var(--accent-readable)',
  danger: 'var(--bad)',
  warning: 'var(--warn)',
  success: 'var(--good)',
};

/** The owners as they are entered, as a picture. The list above it says the same. */
export function DrawnOwners({
  owners,
  resolved,
  words,
}: {
  readonly owners: readonly Owner[];
  readonly resolved: readonly ResolvedOwner[];
  readonly words: Translator;
}) {
  const drawn = drawOwnership(pictureOf(owners, resolved, words), {
    palette,
    fontFamily: 'inherit',
    words: { ...pictureWords[words.language], locale: words.locale },
  });
  const { width, height, title } = drawn;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too */}
      <section class="owners-picture" aria-label={title} tabIndex={0}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={[...drawn.nodes.map(({ label }) => label)].join('. ')}
        >
          {[...drawn.lines, ...drawn.nodes.map(({ shapes }) => shapes)].map(shapeOf)}
        </svg>
      </section>
      {drawn.notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </>
  );
}

function shapeOf({ name, attributes, children }: PictureElement): VNode {
  return h(
    name,
    attributes,
    children.map((child) => (typeof child === 'string' ? child : shapeOf(child))),
  );
}

function pictureOf(
  owners: readonly Owner[],
  resolved: readonly ResolvedOwner[],
  words: Translator,
): PictureData {
  const { structure, stated } = structureOfOwners(owners);
  const byOwner = new Map(resolved.map((each) => [each.owner.ownerId, each]));
  const party = ([id, owner]: readonly [string, Owner]): PictureParty => {
    const own = byOwner.get(owner.ownerId);
    const country = owner.countryOfIncorporation ?? owner.countryOfNationality;
    return {
      id,
      type: owner.kind,
      name: owner.name,
      country: country == null ? undefined : words.country(country),
      percent:
        own === undefined || own.paths === 0 ? undefined : { atLeast: own.percent, atMost: own.percent },
      beneficialOwner: own?.beneficialOwner === true ? 'certain' : undefined,
    };
  };
  const { holdings, controls = [], officers = [] } = structure;
  return {
    customerId,
    parties: [
      { id: customerId, type: 'company', name: words.text('ownersYourCompany') },
      ...[...stated].map(party),
    ],
    relations: [
      ...holdings.map(({ holderId: from, companyId: to, shares, votes }): PictureRelation => {
        return { kind: 'owns', from, to, shares, votes };
      }),
      ...controls.map(({ holderId: from, companyId: to, means }): PictureRelation => {
        return { kind: 'controls', from, to, means };
      }),
      ...officers.map(({ partyId: from, companyId: to, role }): PictureRelation => {
        return { kind: 'directs', from, to, role };
      }),
    ],
  };
}
