import type { CaseDetail, CaseTransitionName } from '@gatehouse/contract';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Lock from 'lucide-react/icons/lock';
import { phraseText } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { listText, sentenceOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { moveLabel } from './case-actions.ts';
import { primaryMoveOf } from './primary-move.ts';

type Move = CaseDetail['moves'][number];

/** What the bar offers: a button of its own, or a line of its menu where there is little room. */
interface Offer {
  readonly key: CaseTransitionName | 'next';
  readonly label: string;
  /** The key that does the same, as a capital. */
  readonly letter: string | undefined;
  readonly isPrimary: boolean;
  readonly isAllowed: boolean;
  readonly run: () => void;
}

const moveKeys: Partial<Record<CaseTransitionName, string>> = { claim: 'C', approve: 'A', reject: 'R' };

/** Decisions that show although they are refused: the page says why. Not every deployment can cancel a case. */
const decisions: ReadonlySet<CaseTransitionName> = new Set(['approve', 'reject', 'close']);

/** The buttons that a narrow bar has beside its menu. */
const narrowButtons = 2;

/** Where the page says why something is refused. */
const refusalsId = 'case-refusals';

/** What may be done to the case now; in a narrow window the next two actions, and a menu with the others. */
export function CaseMoves(props: {
  readonly caseDetail: CaseDetail;
  readonly move: (name: CaseTransitionName) => void;
  /** Opens the next case; undefined for those who work on no cases. */
  readonly next: (() => void) | undefined;
}) {
  const isNarrow = useMediaQuery('(max-width: 39.99em)', undefined, { getInitialValueInEffect: false });
  const offers = offersOf(props);
  const buttons = isNarrow ? narrowChoice(offers) : offers;
  const others = offers.filter((offer) => !buttons.includes(offer));
  return (
    <Group gap="xs" className="gh-case-moves">
      {buttons.map((offer) => (
        <OfferButton key={offer.key} offer={offer} />
      ))}
      {others.length > 0 && <OtherOffers offers={others} />}
    </Group>
  );
}

/** The primary action first, then what decides, then the next case. */
function narrowChoice(offers: readonly Offer[]): readonly Offer[] {
  const rankOf = ({ key, isPrimary }: Offer) =>
    isPrimary ? 0 : key !== 'next' && decisions.has(key) ? 1 : key === 'next' ? 2 : 3;
  return offers
    .filter(({ isAllowed }) => isAllowed)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, narrowButtons);
}

function offersOf({ caseDetail, move, next }: Parameters<typeof CaseMoves>[0]): readonly Offer[] {
  const moves = shownMoves(caseDetail);
  const primary = primaryMoveOf({ moves, alerts: caseDetail.alerts });
  const offers = moves.map(({ move: name, allowed, effect }) => ({
    key: name,
    label: moveLabel({ move: name, effect }, caseDetail),
    letter: moveKeys[name],
    isPrimary: name === primary,
    isAllowed: allowed,
    run: () => move(name),
  }));
  if (next === undefined) return offers;
  const nextOffer = { label: text('cases.nextCase'), letter: 'N', isPrimary: false, isAllowed: true };
  return [...offers, { key: 'next' as const, ...nextOffer, run: next }];
}

/** What is allowed; of an open case also the decisions that are refused now. */
function shownMoves({ moves, resolvedAt }: CaseDetail): readonly Move[] {
  return moves.filter(
    (one) => one.move !== 'assign' && (one.allowed || (resolvedAt === null && decisions.has(one.move))),
  );
}

function OfferButton({ offer }: { readonly offer: Offer }) {
  const { label, letter, isPrimary, isAllowed, run } = offer;
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      data-disabled={!isAllowed || undefined}
      aria-disabled={!isAllowed || undefined}
      aria-describedby={isAllowed ? undefined : refusalsId}
      onClick={run}
    >
      {label}
      {letter && (
        <>
          &nbsp;<kbd className="gh-key">{letter}</kbd>
        </>
      )}
    </Button>
  );
}

function OtherOffers({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={text('case.moreActions')}>
          <Icon of={Ellipsis} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map(({ key, label, isAllowed, run }) => (
          <Menu.Item
            key={key}
            aria-disabled={!isAllowed || undefined}
            aria-describedby={isAllowed ? undefined : refusalsId}
            className={isAllowed ? undefined : 'gh-dim'}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Why the decisions that show are refused, a line for each reason; the banner says it of a pending decision. */
export function MoveRefusals({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const refused = shownMoves(caseDetail).filter(({ allowed, refusal }) => !allowed && refusal !== null);
  if (caseDetail.pending !== null || refused.length === 0) return null;
  const byReason = Map.groupBy(refused, ({ refusalPhrases, refusal }) =>
    phraseText(refusalPhrases, refusal ?? ''),
  );
  return (
    <div id={refusalsId} className="gh-case-refusals gh-unprinted">
      {[...byReason].map(([reason, moves]) => (
        <Text key={reason} size="sm" component="div">
          <Icon of={Lock} />
          <span>
            <strong>
              {text('case.blocked', { moves: listText(moves.map((one) => moveLabel(one, caseDetail))) })}
            </strong>
            {' · '}
            {sentenceOf(reason)}
          </span>
        </Text>
      ))}
    </div>
  );
}
