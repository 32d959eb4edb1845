import type { CaseDetail } from '@gatehouse/contract';
import { Timeline as MantineTimeline, SegmentedControl, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { requestReasons } from '../documents/review-texts.ts';
import { documentOfFile, nameOfDocument } from '../documents/reviewed-documents.ts';
import { entryTitle } from '../hits/list-titles.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { subjectLabel } from '../hits/subject-label.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { formatInstant, labelOf } from '../ui/format.ts';
import { stepOf, titleOfStep } from './case-history.ts';
import { entriesAt, type HistoryDepth, historyDepths, historyTexts, technicalText } from './history-depth.ts';
import { actTitle, nodeRunLabels } from './timeline-labels.ts';

type Entry = CaseDetail['timeline'][number];
type NodeRunEntry = Extract<Entry, { kind: 'visit' }>;

/**
 * What happened, oldest first: actions of people and of the service, and results of nodes. Drawn anew only when the case
 * changes: a history of hundreds of rulings would slow every key down.
 */
export const Timeline = memo(function Timeline({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { timeline } = caseDetail;
  const [depth, setDepth] = useState<HistoryDepth>('all');
  const entries = entriesAt(depth, timeline);
  return (
    <>
      <DepthChoice depth={depth} choose={setDepth} />
      {entries.length === 0 && <Text size="sm">{historyTexts.none}</Text>}
      <MantineTimeline bulletSize={12} lineWidth={2} active={entries.length} className="gh-timeline">
        {entries.map((entry, index) => (
          <MantineTimeline.Item
            key={entry.kind === 'act' ? `${entry.at} ${entry.act} ${index}` : `visit ${entry.sequence}`}
            title={
              <Text size="sm" fw={500}>
                {entry.kind === 'act'
                  ? actTitle(entry, (nodeId) => titleOfStep(nodeId, timeline))
                  : nodeRunTitle(entry, timeline)}
              </Text>
            }
          >
            <Text size="xs" className="gh-dim">
              {formatInstant(entry.at)} · {bylineOf(entry, timeline)}
            </Text>
            <Aside entry={entry} caseDetail={caseDetail} />
            {depth === 'technical' && (
              <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
                {technicalText(entry)}
              </Text>
            )}
          </MantineTimeline.Item>
        ))}
      </MantineTimeline>
    </>
  );
});

/** Chooses how much is shown; on paper it says what was chosen. */
function DepthChoice(props: {
  readonly depth: HistoryDepth;
  readonly choose: (depth: HistoryDepth) => void;
}) {
  return (
    <>
      <SegmentedControl
        className="gh-unprinted"
        aria-label={historyTexts.label}
        mb="sm"
        value={props.depth}
        onChange={(value) => props.choose(value as HistoryDepth)}
        data={historyDepths.map((value) => ({ value, label: historyTexts.depths[value] }))}
      />
      <Text size="sm" className="gh-printed">
        {historyTexts.printed[props.depth]}
      </Text>
    </>
  );
}

/** Who did it: a step of the workflow, a person, or the service. */
function bylineOf(entry: Entry, timeline: readonly Entry[]): string {
  const step = stepOf(entry, timeline);
  // A node without a title is called by its type, which the line above says.
  if (step !== undefined) return step.nodeTitle === null ? 'Workflow' : `Workflow, step “${step.nodeTitle}”`;
  return entry.kind === 'act' ? actorLabel(entry.actor) : '';
}

function nodeRunTitle(entry: NodeRunEntry, timeline: readonly Entry[]): string {
  const words = nodeRunLabels(entry, (nodeId) => titleOfStep(nodeId, timeline));
  const type = labelOf(entry.nodeType);
  if (words === undefined) return type;
  // Its words begin with the number.
  return entry.nodeType === 'risk-score' ? `${type} ${words}` : `${type}: ${words}`;
}

/** Which hit, and for whom. */
const hitLine = (alert: SubjectHit | undefined) =>
  alert && `${alert.name}, for ${subjectLabel(alert.subject)}`;

/** The list entries that a person joined, separated or ruled on together, with their names where the case has them. */
function entryLines(entityIds: unknown, { alerts }: ReviewedCase): readonly string[] {
  if (!Array.isArray(entityIds)) return [];
  return entityIds.map((id) => {
    const alert = alerts.find(({ entityId }) => entityId === id);
    return alert === undefined ? String(id) : `${alert.name}, ${entryTitle(alert)}`;
  });
}

/** A file with the document that it shows. */
function fileLine(uploadId: string | null, caseDetail: ReviewedCase): string | undefined {
  if (uploadId === null) return undefined;
  const filename = caseDetail.documents.find((one) => one.uploadId === uploadId)?.filename ?? uploadId;
  const title = documentOfFile(caseDetail, uploadId)?.name;
  return title === undefined ? filename : `${title}, ${filename}`;
}

/** Whoever requests a document again chooses among reasons that the end user reads too. */
function reasonLabel(act: string, reason: string): string {
  return act === 'case.ask_document' && reason in requestReasons
    ? requestReasons[reason as keyof typeof requestReasons]
    : reason;
}

/** What belongs to an entry: which hit, which document, why. */
function Aside({ entry, caseDetail }: { readonly entry: Entry; readonly caseDetail: ReviewedCase }) {
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
      ? fileLine(object.id, caseDetail)
      : nameOfDocument(caseDetail, detail['documentId']),
    hitLine(caseDetail.alerts.find(({ alertId }) => alertId === detail['alertId'])),
    act === 'flow.open' && typeof detail['client'] === 'string'
      ? `Client address ${detail['client']}`
      : undefined,
    ...entryLines(detail['entityIds'], caseDetail),
    typeof detail['reason'] === 'string' ? `Reason: ${reasonLabel(act, detail['reason'])}` : undefined,
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ));
}
