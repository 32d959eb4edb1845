import type { CaseDetail } from '@gatehouse/contract';
import { Timeline as MantineTimeline, SegmentedControl, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { requestReasons } from '../documents/review-texts.ts';
import { documentOfFile, nameOfDocument } from '../documents/reviewed-documents.ts';
import { entryTitle } from '../hits/list-titles.ts';
import { storedReason } from '../hits/stored-reason.ts';
import type { ReviewedCase, SubjectHit } from '../hits/subject-hits.ts';
import { subjectLabel } from '../hits/subject-label.ts';
import { failureText } from '../messages/failure-text.ts';
import { directionFor, text } from '../messages/text.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { nodeTypeTitle } from '../ui/field-labels.ts';
import { formatInstant, formatZonedInstant } from '../ui/format.ts';
import { actTitle } from './action-titles.ts';
import { stepOf, titleOfStep } from './case-history.ts';
import {
  depthLabel,
  entriesAt,
  type HistoryDepth,
  historyDepths,
  isKeyEntry,
  printedDepth,
  technicalText,
} from './history-depth.ts';
import { nodeRunLabels } from './timeline-labels.ts';

type Entry = CaseDetail['timeline'][number];
type NodeRunEntry = Extract<Entry, { kind: 'visit' }>;

/**
 * What happened, newest first: actions of people and of the service, and results of nodes. Drawn anew only when the case
 * changes: a history of hundreds of rulings would slow every key down.
 */
export const Timeline = memo(function Timeline({ caseDetail }: { readonly caseDetail: ReviewedCase }) {
  const { timeline } = caseDetail;
  const [depth, setDepth] = useState<HistoryDepth>('all');
  const entries = entriesAt(depth, timeline).toReversed();
  return (
    <>
      <DepthChoice depth={depth} choose={setDepth} />
      {entries.length === 0 && <Text size="sm">{text('case.noDecision')}</Text>}
      <MantineTimeline bulletSize={12} lineWidth={2} active={entries.length} className="gh-timeline">
        {entries.map((entry, index) => (
          <MantineTimeline.Item
            data-key-event={isKeyEntry(entry) || undefined}
            // Its place from the beginning: what happens next takes no other event's key.
            key={
              entry.kind === 'act'
                ? `${entry.at} ${entry.act} ${entries.length - index}`
                : `visit ${entry.sequence}`
            }
            title={
              <Text size="sm" {...(isKeyEntry(entry) ? { fw: 600 } : { className: 'gh-dim' })}>
                {entry.kind === 'act'
                  ? actTitle(entry, (nodeId) => titleOfStep(nodeId, timeline))
                  : nodeRunTitle(entry, timeline)}
              </Text>
            }
          >
            <Text size="xs" className="gh-dim">
              <span title={formatZonedInstant(entry.at)}>{formatInstant(entry.at)}</span> ·{' '}
              <bdi title={entry.kind === 'act' && entry.actor.kind === 'user' ? entry.actor.id : undefined}>
                {bylineOf(entry, timeline)}
              </bdi>
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
        size="xs"
        aria-label={text('case.depthLabel')}
        mb="sm"
        value={props.depth}
        onChange={(value) => props.choose(value as HistoryDepth)}
        data={historyDepths.map((value) => ({ value, label: depthLabel(value) }))}
      />
      <Text size="sm" className="gh-printed">
        {printedDepth(props.depth)}
      </Text>
    </>
  );
}

/** Who did it: a step of the workflow, a person, or the service. */
function bylineOf(entry: Entry, timeline: readonly Entry[]): string {
  const step = stepOf(entry, timeline);
  // A node without a title is called by its type, which the line above says.
  if (step !== undefined) {
    return step.nodeTitle === null
      ? text('case.workflow')
      : text('case.workflowStep', { step: step.nodeTitle });
  }
  return entry.kind === 'act' ? actorLabel(entry.actor) : '';
}

function nodeRunTitle(entry: NodeRunEntry, timeline: readonly Entry[]): string {
  const words = nodeRunLabels(entry, (nodeId) => titleOfStep(nodeId, timeline));
  const type = nodeTypeTitle(entry.nodeType);
  if (words === undefined) return type;
  // Its words begin with the number.
  return entry.nodeType === 'risk-score'
    ? text('case.stepScore', { step: type, score: words })
    : text('case.stepResult', { step: type, result: words });
}

/** Which hit, and for whom. */
const hitLine = (alert: SubjectHit | undefined) =>
  alert && text('case.hitFor', { name: alert.name, subject: subjectLabel(alert.subject) });

/** The list entries that a person joined, separated or ruled on together, with their names where the case has them. */
function entryLines(entityIds: unknown, { alerts }: ReviewedCase): readonly string[] {
  if (!Array.isArray(entityIds)) return [];
  return entityIds.map((id) => {
    const alert = alerts.find(({ entityId }) => entityId === id);
    return alert === undefined
      ? String(id)
      : text('case.hitEntry', { name: alert.name, entry: entryTitle(alert) });
  });
}

/** A file with the document that it shows. */
function fileLine(uploadId: string | null, caseDetail: ReviewedCase): string | undefined {
  if (uploadId === null) return undefined;
  const filename = caseDetail.documents.find((one) => one.uploadId === uploadId)?.filename ?? uploadId;
  const title = documentOfFile(caseDetail, uploadId)?.name;
  return title === undefined ? filename : text('case.documentFile', { document: title, filename });
}

/** Whoever requests a document again chooses among reasons that the end user reads too. */
function reasonLabel(act: string, reason: string): string {
  return act === 'case.ask_document' && reason in requestReasons
    ? requestReasons[reason as keyof typeof requestReasons]
    : storedReason(reason);
}

/** What belongs to an entry: which hit, which document, why. */
function Aside({ entry, caseDetail }: { readonly entry: Entry; readonly caseDetail: ReviewedCase }) {
  if (entry.kind === 'visit') {
    const { failure } = entry.output;
    return typeof failure === 'string' ? (
      <Text size="sm" className="gh-contradict">
        {failureText(failure)}
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
      ? text('case.clientAddress', { address: detail['client'] })
      : undefined,
    ...entryLines(detail['entityIds'], caseDetail),
    typeof detail['reason'] === 'string'
      ? text('case.reasonGiven', { reason: reasonLabel(act, detail['reason']) })
      : undefined,
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <Text key={line} size="sm" dir={directionFor(line)} style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ));
}
