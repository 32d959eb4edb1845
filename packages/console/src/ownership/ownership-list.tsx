import type { DrawnOwnership } from '@gatehouse/ownership/picture';
import { text } from '../messages/text.ts';

type DrawnNode = DrawnOwnership['nodes'][number];

/** Arabic percent signs carry marks from left to right, which would turn the whole line. */
const withoutMarks = (words: string) => words.replaceAll('\u200E', '');

/** What a picture says, as a list for windows that are too narrow for it: the customer first, then layer by layer. */
export function OwnershipList(props: {
  readonly drawn: DrawnOwnership;
  readonly followOf: (partyId: string | null) => (() => void) | undefined;
}) {
  const { drawn, followOf } = props;
  return (
    <ul className="gh-ownership-list" aria-label={drawn.title}>
      {drawn.nodes.toReversed().map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of one drawing keep their places
        <Party key={index} node={node} follow={followOf(node.partyId)} />
      ))}
    </ul>
  );
}

function Party({ node, follow }: { readonly node: DrawnNode; readonly follow: (() => void) | undefined }) {
  const { name, facts, holdings } = node;
  return (
    <li>
      <div className="gh-ownership-name">
        {follow === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page that no address names
          <a
            href="#hits"
            aria-label={text('ownership.hitsOf', { name })}
            onClick={(event) => {
              event.preventDefault();
              follow();
            }}
          >
            <bdi>{name}</bdi>
          </a>
        )}
      </div>
      {holdings.map(({ what, company }) => (
        <div key={`${what} ${company}`}>
          {what === '' ? company : text('ownership.holding', { what: withoutMarks(what), company })}
        </div>
      ))}
      {facts.map((fact) => (
        <div
          key={fact.text}
          className={`gh-ownership-${fact.colour}`}
          data-strong={fact.isStrong || undefined}
        >
          <bdi>{withoutMarks(fact.text)}</bdi>
        </div>
      ))}
    </li>
  );
}
