import type { DefinitionFault } from '@gatehouse/contract';
import { Text } from '@mantine/core';

/** Everything that stands in the way of publishing; choosing one shows where it is. */
export function Faults(of: {
  readonly faults: readonly DefinitionFault[];
  readonly show: (fault: DefinitionFault) => void;
}) {
  const { faults } = of;
  return (
    <section className="gh-faults gh-panel" aria-label="Faults" aria-live="polite">
      {faults.length === 0 ? (
        <Text size="sm" className="gh-agree">
          No faults: it can be published.
        </Text>
      ) : (
        <>
          <Text size="sm" fw={600} className="gh-contradict">
            {faults.length === 1 ? 'One fault' : `${faults.length} faults`}
          </Text>
          {faults.map((fault) => (
            <button key={`${fault.place} ${fault.message}`} type="button" onClick={() => of.show(fault)}>
              <code>{placeOf(fault)}</code> {fault.message}
            </button>
          ))}
        </>
      )}
    </section>
  );
}

/** Where a fault is, in the person's own names. */
function placeOf({ edge, node, place }: DefinitionFault): string {
  if (edge) return `${edge.from} → ${edge.to}`;
  const within = place.replace(/^nodes\[\d+\]/, '');
  return node === undefined ? place : `${node}${within}`;
}
