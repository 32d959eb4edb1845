import type { RulingVerdict } from '@gatehouse/contract';
import { Badge, Button, Group, Loader, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { memo } from 'react';
import { type CaseKey, EntityCard, type HitDetail, hitQuery, ListChange } from '../hits/entity-card.tsx';
import { statedByList } from '../hits/entity-facts.ts';
import type { HitGroup } from '../hits/entity-groups.ts';
import { HitFacts, HitReasons } from '../hits/hit-parts.tsx';
import { JoinedEntries, JoinMenu } from '../hits/joined-entries.tsx';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { storedReason } from '../hits/stored-reason.ts';
import type { SubjectHit } from '../hits/subject-hits.ts';
import { hitSubjectLabel } from '../hits/subject-label.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant, labelOf, listText, percent } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { categoryIcon } from '../ui/kind-icons.ts';

const rulingColors: Readonly<Record<RulingVerdict, string>> = {
  TRUE_MATCH: 'red',
  FALSE_POSITIVE: 'green',
  UNDECIDED: 'gray',
};

export interface HitViewProps {
  readonly group: HitGroup;
  readonly groups: readonly HitGroup[];
  readonly number: number;
  readonly caseKey: CaseKey;
  readonly mayRule: boolean;
  readonly rule: (ruled: readonly HitGroup[], ruling: RulingVerdict) => void;
  readonly pair: (one: SubjectHit, other: SubjectHit, isSame: boolean) => void;
}

/** The selected hit side by side with its subject, read when it is selected. */
export const SelectedHit = memo(function SelectedHit(props: HitViewProps) {
  const { group, caseKey } = props;
  const alerts = [group.lead, ...group.otherEntries];
  const found = useQueries({
    queries: alerts.map(({ alertId }) => hitQuery(caseKey, alertId)),
    combine: (results) => ({
      details: new Map(
        results.flatMap(({ data }, at) => (data === undefined ? [] : [[alerts[at]!.alertId, data] as const])),
      ),
      error: results.find(({ isError }) => isError)?.error,
      retry: () => results.forEach((result) => void result.refetch()),
    }),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className="gh-unprinted gh-hit-place" aria-label={text('hits.selectedHit')} tabIndex={0}>
      <HitView {...props} details={found.details}>
        {found.error !== undefined && <Failure error={found.error} retry={found.retry} />}
        {found.error === undefined && !found.details.has(group.lead.alertId) && (
          <Loader size="sm" role="status" aria-label={text('actions.loading')} />
        )}
      </HitView>
    </section>
  );
});

/** One hit side by side with the subject: what agrees, what contradicts, what is unknown. */
export function HitView(
  props: HitViewProps & {
    /** What is known of the hit and its other entries, by alert. */
    readonly details: ReadonlyMap<string, HitDetail>;
    readonly children?: React.ReactNode;
    /** Whether the entries of the other lists are shown without being asked for. */
    readonly isPrinted?: boolean;
  },
) {
  const { group, number, mayRule, details, isPrinted = false } = props;
  const alert = group.lead;
  const { ruling, reopened } = alert;
  const detail = details.get(alert.alertId);
  return (
    <section
      className="gh-panel gh-hit gh-hit-detail"
      aria-label={text('hits.hitFor', { number, name: alert.name, subject: hitSubjectLabel(alert) })}
    >
      <HitHeading group={group} number={number} />
      {mayRule && (
        <Group gap="xs" mb="xs">
          <RuleButton
            name={text('hits.ruling-TRUE_MATCH')}
            letter="T"
            onClick={() => props.rule([group], 'TRUE_MATCH')}
          />
          <RuleButton
            name={text('hits.ruling-FALSE_POSITIVE')}
            letter="F"
            onClick={() => props.rule([group], 'FALSE_POSITIVE')}
          />
          <RuleButton
            name={text('hits.ruling-UNDECIDED')}
            letter="U"
            onClick={() => props.rule([group], 'UNDECIDED')}
          />
        </Group>
      )}
      {ruling && (
        <Text size="sm" className="gh-dim" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {rulingText(ruling, alert.isSaving)}
        </Text>
      )}
      {reopened && (
        <Text size="sm" mb={4}>
          {text('hits.reopened', {
            facts:
              listText([...reopened.entity, ...reopened.subject].map(labelOf)) || text('hits.knownFacts'),
          })}
        </Text>
      )}
      {props.children}
      {detail && (
        <>
          <ListChange detail={detail} />
          <HitFacts
            hit={detail.hit}
            subject={alert.subject}
            verdicts={alert.verdicts}
            stated={statedByList(detail)}
          />
          <HitReasons hit={detail.hit} />
          <EntityCard detail={detail} subject={alert.subject} open />
        </>
      )}
      <JoinedEntries
        group={group}
        details={details}
        isPrinted={isPrinted}
        {...(mayRule && { split: (one: SubjectHit, other: SubjectHit) => props.pair(one, other, false) })}
      />
      {mayRule && (
        <JoinMenu group={group} groups={props.groups} join={(one, other) => props.pair(one, other, true)} />
      )}
    </section>
  );
}

/** What was ruled, by whom, when and why: of a ruling that is on its way only what and why. */
function rulingText(ruling: NonNullable<SubjectHit['ruling']>, isSaving = false): string {
  const { ruledBy, ruledAt, caseNo } = ruling;
  const reason = storedReason(ruling.reason);
  const said = text(`hits.ruling-${ruling.ruling}`);
  if (isSaving) return text('hits.savingRulingFor', { ruling: said, reason });
  const values = { ruling: said, by: personName(ruledBy), at: formatInstant(ruledAt), reason };
  return caseNo ? text('hits.ruledByIn', { ...values, caseNo }) : text('hits.ruledBy', values);
}

/** The name has the width of the panel; what else there is stands below it. */
function HitHeading({ group, number }: { readonly group: HitGroup; readonly number: number }) {
  const alert = group.lead;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap="xs" wrap="nowrap" align="baseline" miw={0}>
          <kbd className="gh-key">{number}</kbd>
          <Text className="gh-hit-name" component="bdi">
            {alert.name}
          </Text>
        </Group>
        <Text className="gh-number" fw={700} title={text('hits.scoreRange')} style={{ whiteSpace: 'nowrap' }}>
          <Text component="span" size="xs" fw={400} className="gh-dim">
            {text('hits.score')}{' '}
          </Text>
          {percent(alert.score)}
        </Text>
      </Group>
      <Text size="sm" className="gh-dim" mb={4} style={{ overflowWrap: 'anywhere' }}>
        {text('hits.forSubject', { subject: hitSubjectLabel(alert) })}
      </Text>
      <Group gap="xs" mb="xs">
        <ResolutionBadge group={group} />
        {alert.silenced && <Badge color="gray">{text('hits.suppressedEarlier')}</Badge>}
        {marksOf(group).map((mark, index) => (
          <Badge
            key={mark}
            color="gray"
            leftSection={index === 0 ? <Icon of={categoryIcon(alert.category)} /> : undefined}
          >
            {mark}
          </Badge>
        ))}
        <SampleBadge source={alert.source} />
      </Group>
    </>
  );
}

function ResolutionBadge({ group: { resolution, isSaving } }: { readonly group: HitGroup }) {
  const [color, label] = isSaving
    ? ['gray', text('hits.saving')]
    : resolution === null
      ? ['orange', text('hits.unruled')]
      : [rulingColors[resolution], text(`hits.ruling-${resolution}`)];
  return <Badge color={color}>{label}</Badge>;
}

/** The lists that have the entity, and the engines that found it: the watchlist's own engine searches nothing else. */
function marksOf({ alerts }: HitGroup): string[] {
  const lists = new Set(alerts.map(({ source }) => listTitle(source)));
  const engines = new Set(alerts.map(({ engine }) => engineTitles[engine]));
  const isNew = [...engines].some((engine) => !lists.has(engine));
  return [
    text(lists.size === 1 ? 'hits.inList' : 'hits.inLists', { lists: listText([...lists]) }),
    ...(isNew ? [text('hits.foundBy', { engines: listText([...engines]) })] : []),
  ];
}

function RuleButton(props: { readonly name: string; readonly letter: string; readonly onClick: () => void }) {
  return (
    <Button variant="default" onClick={props.onClick}>
      {props.name}&nbsp;<kbd className="gh-key">{props.letter}</kbd>
    </Button>
  );
}
