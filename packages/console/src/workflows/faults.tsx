import type { DefinitionFault } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import { messageOf } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { isSaid, type Need } from './still-needed.ts';

/** Everything that prevents publishing, and warnings; choosing one shows where it is. */
export function Faults(props: {
  readonly faults: readonly DefinitionFault[];
  readonly warnings: readonly DefinitionFault[];
  /** What a new workflow still lacks: no issue, since it is only being begun. */
  readonly needed: readonly Need[];
  /** The draft is the published version, so that publishing it would change nothing. */
  readonly isPublished: boolean;
  readonly show: (fault: Pick<DefinitionFault, 'node' | 'edge'>) => void;
}) {
  const { warnings, needed } = props;
  const faults = props.faults.filter((fault) => !isSaid(fault, needed));
  return (
    <section className="gh-faults gh-panel" aria-label={text('workflows.issues')} aria-live="polite">
      {needed.length > 0 && <Needed needed={needed} show={() => props.show({})} />}
      {needed.length === 0 && faults.length === 0 && (
        <Text size="sm" className="gh-agree">
          {noIssuesText(props.isPublished)}
        </Text>
      )}
      {faults.length > 0 && (
        <>
          <Text size="sm" fw={600} className="gh-contradict">
            {text('workflows.issueCount', { count: faults.length })}
          </Text>
          <FaultButtons faults={faults} show={props.show} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {text('workflows.warningCount', { count: warnings.length })}
          </Text>
          <FaultButtons faults={warnings} show={props.show} />
        </>
      )}
    </section>
  );
}

function Needed(props: { readonly needed: readonly Need[]; readonly show: () => void }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {text('workflows.stillNeeded')}
      </Text>
      {props.needed.map((need) => (
        <button key={need} type="button" onClick={props.show}>
          {text(`workflows.needs-${need}`)}
        </button>
      ))}
    </>
  );
}

function FaultButtons(props: {
  readonly faults: readonly DefinitionFault[];
  readonly show: (fault: DefinitionFault) => void;
}) {
  return props.faults.map((fault) => (
    <button key={`${fault.place} ${messageOf(fault)}`} type="button" onClick={() => props.show(fault)}>
      <code>{placeOf(fault)}</code> {messageOf(fault)}
    </button>
  ));
}

/** Where nothing prevents publishing. */
export function noIssuesText(isPublished: boolean): string {
  return isPublished ? text('workflows.samePublished') : text('workflows.readyToPublish');
}

/** Warnings where somebody is about to publish. */
export function Warnings(props: { readonly warnings: readonly DefinitionFault[] }) {
  if (props.warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title={text('workflows.beforePublish')} mb="xs">
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
