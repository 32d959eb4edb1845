import type { DefinitionFault } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import { messageOf } from '../messages/phrase-text.ts';

/** Everything that prevents publishing, and warnings; choosing one shows where it is. */
export function Faults(props: {
  readonly faults: readonly DefinitionFault[];
  readonly warnings: readonly DefinitionFault[];
  /** The draft is the published version, so that publishing it would change nothing. */
  readonly isPublished: boolean;
  readonly show: (fault: DefinitionFault) => void;
}) {
  const { faults, warnings } = props;
  return (
    <section className="gh-faults gh-panel" aria-label="Issues" aria-live="polite">
      {faults.length === 0 ? (
        <Text size="sm" className="gh-agree">
          {noIssuesText(props.isPublished)}
        </Text>
      ) : (
        <>
          <Text size="sm" fw={600} className="gh-contradict">
            {faults.length === 1 ? '1 issue' : `${faults.length} issues`}
          </Text>
          {faults.map((fault) => (
            <button key={`${fault.place} ${fault.message}`} type="button" onClick={() => props.show(fault)}>
              <code>{placeOf(fault)}</code> {messageOf(fault)}
            </button>
          ))}
        </>
      )}
      {warnings.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
          </Text>
          {warnings.map((warning) => (
            <button
              key={`${warning.place} ${warning.message}`}
              type="button"
              onClick={() => props.show(warning)}
            >
              <code>{placeOf(warning)}</code> {messageOf(warning)}
            </button>
          ))}
        </>
      )}
    </section>
  );
}

/** Where nothing prevents publishing. */
export function noIssuesText(isPublished: boolean): string {
  return isPublished ? 'No issues. Same as the published version.' : 'No issues. Ready to publish.';
}

/** Warnings where somebody is about to publish. */
export function Warnings(props: { readonly warnings: readonly DefinitionFault[] }) {
  if (props.warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title="Before you publish" mb="xs">
      {props.warnings.map((warning) => (
        <Text key={`${warning.place} ${warning.message}`} size="sm">
          <code>{placeOf(warning)}</code> {messageOf(warning)}
        </Text>
      ))}
    </Alert>
  );
}

/** Where a fault is, in the person's own names. */
function placeOf({ edge, node, place }: DefinitionFault): string {
  if (edge) return `${edge.from} → ${edge.to}`;
  const within = place.replace(/^nodes\[\d+\]/, '');
  return node === undefined ? place : `${node}${within}`;
}
