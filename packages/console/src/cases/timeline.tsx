import type { CaseDetail, CaseDocument } from '@gatehouse/contract';
import { Timeline as MantineTimeline, Text } from '@mantine/core';
import { formatInstant, labelOf } from '../ui/format.ts';

/** Everything that happened, oldest first: acts of people and of the service, and what each node did. */
export function Timeline({
  entries,
  documents,
}: {
  readonly entries: CaseDetail['timeline'];
  readonly documents: readonly CaseDocument[];
}) {
  return (
    <MantineTimeline bulletSize={12} lineWidth={2} active={entries.length}>
      {entries.map((entry, index) => (
        <MantineTimeline.Item
          key={entry.kind === 'act' ? `${entry.at} ${entry.act} ${index}` : `visit ${entry.sequence}`}
          title={
            <Text size="sm" fw={500}>
              {entry.kind === 'act' ? actName(entry.act) : `${entry.nodeId} (${entry.nodeType})`}
            </Text>
          }
        >
          <Text size="xs" className="gh-dim">
            {formatInstant(entry.at)}
            {entry.kind === 'act' ? ` · ${entry.actor.id}` : ''}
          </Text>
          {entry.kind === 'act' && entry.object.kind === 'upload' && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {documents.find(({ uploadId }) => uploadId === entry.object.id)?.filename ?? entry.object.id}
            </Text>
          )}
          {entry.kind === 'act' && typeof entry.detail['reason'] === 'string' && (
            <Text size="sm">{entry.detail['reason']}</Text>
          )}
          {entry.kind === 'visit' && typeof entry.output['failure'] === 'string' && (
            <Text size="sm" className="gh-contradict">
              {entry.output['failure']}
            </Text>
          )}
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  );
}

/** `case.approve` as `Case: approve`. */
export function actName(act: string): string {
  const known = actWords[act];
  if (known !== undefined) return known;
  const [noun = '', verb = ''] = act.split('.');
  return `${labelOf(noun.replaceAll('_', ' '))}: ${verb.replaceAll('_', ' ')}`;
}

/** Acts whose own words say too little. */
const actWords: Readonly<Record<string, string>> = {
  'case.pass_on': 'Case: passed on',
  'case.propose': 'Case: first of two people decided',
  'case.note': 'Case: note written',
  'case.attach': 'Case: file attached',
  'case.export': 'Case: handed out with its proof',
  'audit.export': 'Audit: record exported',
  'case_list.export': 'Cases: list exported',
  'case.print': 'Case: printed, or saved as PDF',
  'case.rule': 'Case: ruled on a hit',
  'upload.read': 'Document looked at',
  'upload.create': 'Document taken in',
};
