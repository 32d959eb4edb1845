import type { ShadowRun, WorkflowDetail } from '@gatehouse/contract';
import { Alert, Text } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { text } from '../messages/text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { Figure, Figures } from '../ui/figure.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

/** So many of each kind are kept one by one. */
const keptOfKind = 500;

/** What a shadow run counted: lost true matches come first. */
export function ShadowFindings(props: { readonly run: ShadowRun; readonly draft: WorkflowDetail['draft'] }) {
  const { run } = props;
  const { figures, trueMatchesLost: lost } = run;
  // Where the list of losses is cut, nobody knows whether all true matches are in it.
  const isCut = figures.losing > keptOfKind;
  return (
    <>
      {lost > 0 && (
        <Alert
          color="red"
          variant="filled"
          icon={<Icon of={TriangleAlert} />}
          title={text('shadow.lost', { count: lost })}
        >
          {text('shadow.lostWords')}
        </Alert>
      )}
      <Figures>
        <Figure
          name={text('shadow.trueMatchesLost')}
          value={formatNumber(lost)}
          tone={lost > 0 ? 'danger' : !isCut && figures.compared > 0 ? 'success' : undefined}
        />
        <Figure name={text('shadow.decisionsChanged')} value={formatNumber(figures.decisionsChanged)} />
        <Figure name={text('shadow.losing')} value={formatNumber(figures.losing)} />
        <Figure name={text('shadow.withNewHits')} value={formatNumber(figures.newHits)} />
        <Figure name={text('shadow.compared')} value={formatNumber(figures.compared)}>
          {text('shadow.comparedOf', {
            submits: formatNumber(figures.submits),
            until: formatInstant(run.comparedUntil),
          })}
          {' · '}
          {text('shadow.same', { count: figures.same })}
        </Figure>
      </Figures>
      {isCut && <Warning words={text('shadow.cut')} />}
      {figures.skipped > 0 && <Warning words={text('shadow.skipped', { count: figures.skipped })} />}
      {figures.gaps.map(({ reason, nodeId, count }) => (
        <Warning
          key={`${reason} ${nodeId}`}
          words={text(`shadow.gap-${reason}`, {
            count,
            node: nodeTitle(props.draft, nodeId),
          })}
        />
      ))}
      {run.waiting > 0 && (
        <Text size="sm">
          {run.state === 'RUNNING'
            ? text('shadow.waiting', { count: run.waiting })
            : text('shadow.leftUndecided', { count: run.waiting })}
        </Text>
      )}
      <Summary run={run} />
    </>
  );
}

/** In words, how decisions differ and since when. */
function Summary({ run: { figures } }: { readonly run: ShadowRun }) {
  if (figures.compared === 0) return <Text size="sm">{text('shadow.nothingYet')}</Text>;
  if (figures.firstDifferenceAt === null || figures.lastDifferenceAt === null)
    return <Text size="sm">{text('shadow.allSame')}</Text>;
  return (
    <>
      {figures.decisions
        .filter(({ before, after }) => before !== after)
        .map(({ before, after, count }) => (
          <Text size="sm" key={`${before} ${after}`}>
            {text('shadow.fromTo', {
              count,
              before: decisionText(before),
              after: decisionText(after),
            })}
          </Text>
        ))}
      <Text size="sm" className="gh-dim">
        {text('shadow.between', {
          first: formatInstant(figures.firstDifferenceAt),
          last: formatInstant(figures.lastDifferenceAt),
        })}
      </Text>
    </>
  );
}

/** A decision in words; null: the draft failed. */
export function decisionText(decision: string | null): string {
  return decision === null ? text('shadow.failed') : decisionLabel(decision);
}

function nodeTitle(draft: WorkflowDetail['draft'], nodeId: string | null): string {
  const nodes = (draft['nodes'] ?? []) as readonly { readonly id?: unknown; readonly title?: unknown }[];
  const title = nodes.find(({ id }) => id === nodeId)?.title;
  return typeof title === 'string' && title !== '' ? title : (nodeId ?? '');
}

function Warning({ words }: { readonly words: string }) {
  return (
    <Alert color="orange" variant="outline">
      {words}
    </Alert>
  );
}
