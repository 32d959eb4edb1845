import type { CaseDetail } from '@gatehouse/contract';
import { Timeline as MantineTimeline, Text } from '@mantine/core';
import { subjectLabel } from '../hits/subject-label.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { formatInstant, labelOf } from '../ui/format.ts';
import { actTitle, nodeRunLabels } from './timeline-labels.ts';

type Entry = CaseDetail['timeline'][number];

/** Everything that happened, oldest first: acts of people and of the service, and what each node came to. */
export function Timeline({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const entries = caseDetail.timeline;
  return (
    <MantineTimeline bulletSize={12} lineWidth={2} active={entries.length} className="gh-timeline">
      {entries.map((entry, index) => (
        <MantineTimeline.Item
          key={entry.kind === 'act' ? `${entry.at} ${entry.act} ${index}` : `visit ${entry.sequence}`}
          title={
            <Text size="sm" fw={500}>
              {entry.kind === 'act' ? actTitle(entry) : visitTitle(entry)}
            </Text>
          }
        >
          <Text size="xs" className="gh-dim">
            {formatInstant(entry.at)} ·{' '}
            {entry.kind === 'act'
              ? actorLabel(entry.actor)
              : `Workflow, step “${entry.nodeTitle ?? entry.nodeId}”`}
          </Text>
          <Aside entry={entry} caseDetail={caseDetail} />
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  );
}

function visitTitle(entry: Extract<Entry, { kind: 'visit' }>): string {
  const words = nodeRunLabels(entry);
  const type = labelOf(entry.nodeType);
  if (words === undefined) return type;
  // Its words begin with the number.
  return entry.nodeType === 'risk-score' ? `${type} ${words}` : `${type}: ${words}`;
}

/** Which hit, and for whom. */
const hitLine = (alert: CaseDetail['alerts'][number] | undefined) =>
  alert && `${alert.hit.name}, for ${subjectLabel(alert.subject)}`;

/** What belongs to an entry: which hit, which document, why. */
function Aside({ entry, caseDetail }: { readonly entry: Entry; readonly caseDetail: CaseDetail }) {
  if (entry.kind === 'visit') {
    const { failure } = entry.output;
    return typeof failure === 'string' ? (
      <Text size="sm" className="gh-contradict">
        {failure}
      </Text>
    ) : null;
  }
  const { act, object, detail } = entry;
  const lines = [
    object.kind === 'upload'
      ? (caseDetail.documents.find(({ uploadId }) => uploadId === object.id)?.filename ?? object.id)
      : undefined,
    hitLine(caseDetail.alerts.find(({ alertId }) => alertId === detail['alertId'])),
    act === 'flow.open' && typeof detail['client'] === 'string'
      ? `Client address ${detail['client']}`
      : undefined,
    detail['reason'],
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ));
}
