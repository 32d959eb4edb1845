import type { CaseDetail, RulingVerdict } from '@gatehouse/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { type CaseKey, EntityCard, ListChange } from '../hits/entity-card.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import { HitFacts, HitReasons } from '../hits/hit-parts.tsx';
import { JoinedEntries, JoinMenu } from '../hits/joined-entries.tsx';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { subjectLabel } from '../hits/subject-label.ts';
import { formatInstant, labelOf, percent } from '../ui/format.ts';

type Alert = CaseDetail['alerts'][number];

export const rulingNames: Readonly<Record<RulingVerdict, string>> = {
  TRUE_MATCH: 'True match',
  FALSE_POSITIVE: 'False positive',
  UNDECIDED: 'Undecided',
};
const rulingColors: Readonly<Record<RulingVerdict, string>> = {
  TRUE_MATCH: 'red',
  FALSE_POSITIVE: 'green',
  UNDECIDED: 'gray',
};

/** One hit side by side with the subject: what agrees, what contradicts, what is unknown. */
export function HitView(props: {
  readonly group: HitGroup;
  readonly groups: readonly HitGroup[];
  readonly number: number;
  readonly caseKey: CaseKey;
  readonly current: boolean;
  readonly mayRule: boolean;
  readonly select: () => void;
  readonly rule: (ruling: RulingVerdict) => void;
  readonly pair: (one: Alert, other: Alert, isSame: boolean) => void;
}) {
  const { group, number, current, mayRule } = props;
  const alert = group.lead;
  const { ruling, reopened } = alert;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys 1 to 9 select, for the page as a whole
    <section
      className="gh-panel gh-hit"
      data-current={current || undefined}
      aria-label={`Hit ${number}: ${alert.hit.name}, for ${subjectLabel(alert.subject)}`}
      aria-current={current || undefined}
      onClick={props.select}
      style={{ padding: 12 }}
    >
      <HitHeading group={group} number={number} />
      <ListChange alertId={alert.alertId} caseKey={props.caseKey} open={current} />
      <HitFacts hit={alert.hit} subject={alert.subject} />
      {reopened && (
        <Text size="sm" mt={6}>
          Previously ruled a false positive. Changed since then:{' '}
          {[...reopened.entity, ...reopened.subject].map(labelOf).join(', ') || 'known facts'}
        </Text>
      )}
      <HitReasons hit={alert.hit} />
      <EntityCard alertId={alert.alertId} caseKey={props.caseKey} open={current} />
      <JoinedEntries
        group={group}
        caseKey={props.caseKey}
        {...(mayRule && { split: (one: Alert, other: Alert) => props.pair(one, other, false) })}
      />
      {mayRule && (
        <JoinMenu group={group} groups={props.groups} join={(one, other) => props.pair(one, other, true)} />
      )}
      {ruling && (
        <Text size="sm" className="gh-dim" mt={4}>
          {rulingNames[ruling.ruling]} by {ruling.ruledBy}, {formatInstant(ruling.ruledAt)}
          {ruling.caseNo ? ` in ${ruling.caseNo}` : ''}: {ruling.reason}
        </Text>
      )}
      {mayRule && (
        <Group gap="xs" mt="xs">
          <RuleButton name="True match" letter="T" onClick={() => props.rule('TRUE_MATCH')} />
          <RuleButton name="False positive" letter="F" onClick={() => props.rule('FALSE_POSITIVE')} />
          <RuleButton name="Undecided" letter="U" onClick={() => props.rule('UNDECIDED')} />
        </Group>
      )}
    </section>
  );
}

function HitHeading({ group, number }: { readonly group: HitGroup; readonly number: number }) {
  const alert = group.lead;
  return (
    <Group justify="space-between" mb={6} wrap="nowrap" align="flex-start">
      <Group gap="xs">
        <kbd className="gh-key">{number}</kbd>
        <Text fw={600}>{alert.hit.name}</Text>
        <Text size="sm" className="gh-dim">
          for {subjectLabel(alert.subject)}
        </Text>
        {marksOf(group).map((mark) => (
          <Badge key={mark} color="gray" variant="outline">
            {mark}
          </Badge>
        ))}
        <SampleBadge source={alert.source} />
        {alert.silenced && (
          <Badge color="gray" variant="outline">
            Suppressed by an earlier ruling
          </Badge>
        )}
        {group.resolution === null ? (
          <Badge color="orange" variant="outline">
            Unresolved
          </Badge>
        ) : (
          <Badge color={rulingColors[group.resolution]} variant="outline">
            {rulingNames[group.resolution]}
          </Badge>
        )}
      </Group>
      <Text className="gh-number" fw={700} title="Score from 0 to 1" style={{ whiteSpace: 'nowrap' }}>
        <Text component="span" size="xs" fw={400} className="gh-dim">
          Score{' '}
        </Text>
        {percent(alert.score)}
      </Text>
    </Group>
  );
}

/** The lists that have the entity, and the engines that found it. */
function marksOf({ alerts }: HitGroup): string[] {
  const lists = new Set(alerts.map(({ source }) => listTitle(source)));
  const engines = new Set(alerts.map(({ engine }) => engineTitles[engine]));
  return [
    `${lists.size === 1 ? 'List' : 'Lists'}: ${[...lists].join(', ')}`,
    `Found by: ${[...engines].join(', ')}`,
  ];
}

function RuleButton(props: { readonly name: string; readonly letter: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="default"
      onClick={(event) => {
        event.stopPropagation();
        props.onClick();
      }}
    >
      {props.name}&nbsp;<kbd className="gh-key">{props.letter}</kbd>
    </Button>
  );
}
