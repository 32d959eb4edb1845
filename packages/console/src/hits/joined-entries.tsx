import { Button, Group, Menu, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { clausesText, percent } from '../ui/format.ts';
import { EntityCard, type HitDetail } from './entity-card.tsx';
import { statedByList } from './entity-facts.ts';
import { groundText, type HitGroup } from './entity-groups.ts';
import { HitFacts, HitReasons } from './hit-parts.tsx';
import { entryId, listTitle } from './list-titles.ts';
import type { SubjectHit } from './subject-hits.ts';

/** The other list entries of the same entity, each compared with the subject: a ruling applies to all of them. */
export function JoinedEntries(props: {
  readonly group: HitGroup;
  /** What is known of the hits, by alert. */
  readonly details: ReadonlyMap<string, HitDetail>;
  /** Whether the whole entries are shown without being asked for. */
  readonly isPrinted: boolean;
  /** Absent where the person may not rule. */
  readonly split?: (one: SubjectHit, other: SubjectHit) => void;
}) {
  const { lead, otherEntries } = props.group;
  if (otherEntries.length === 0) return null;
  return (
    <section aria-label={text('hits.sameEntity', { name: lead.name })} className="gh-entity">
      <Text size="sm" className="gh-dim">
        {otherEntries.some(({ sameAs }) => sameAs.some(({ ground }) => ground === 'decided'))
          ? text('hits.joinedWords')
          : text('hits.probablyWords')}
      </Text>
      {otherEntries.map((alert) => (
        <div key={alert.alertId}>
          <Group gap="xs" mt={6}>
            <Text size="sm" fw={600}>
              {listTitle(alert.source)}
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <bdi>{alert.name}</bdi> · <bdi>{entryId(alert)}</bdi> · {percent(alert.score)}
            </Text>
          </Group>
          <Text size="xs" className="gh-dim">
            {joinText(alert)}
          </Text>
          <EntryDetail alert={alert} detail={props.details.get(alert.alertId)} isOpen={props.isPrinted} />
          {props.split && (
            <Button mt="xs" ms={6} variant="default" onClick={() => props.split!(lead, alert)}>
              {text('hits.separate')}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function EntryDetail(props: {
  readonly alert: SubjectHit;
  readonly detail: HitDetail | undefined;
  readonly isOpen: boolean;
}) {
  const { alert, detail, isOpen } = props;
  if (detail === undefined) return null;
  return (
    <>
      <HitFacts
        hit={detail.hit}
        subject={alert.subject}
        verdicts={alert.verdicts}
        stated={statedByList(detail)}
      />
      <HitReasons hit={detail.hit} />
      <EntityCard detail={detail} subject={alert.subject} open={isOpen} />
    </>
  );
}

function joinText({ sameAs }: SubjectHit): string {
  const grounds = clausesText(sameAs.map(groundText)) || text('hits.bothResemble');
  return text('hits.joinedBy', { grounds });
}

/** Offers the other hits of the same subject, to say that one is the same entity. */
export function JoinMenu(props: {
  readonly group: HitGroup;
  readonly groups: readonly HitGroup[];
  readonly join: (one: SubjectHit, other: SubjectHit) => void;
}) {
  const { lead } = props.group;
  const others = props.groups.filter(
    ({ lead: other }) =>
      other.entityKey !== lead.entityKey &&
      other.sequence === lead.sequence &&
      other.subjectIndex === lead.subjectIndex,
  );
  if (others.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button mt="xs" variant="default">
          {text('hits.joinWith')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.slice(0, 20).map(({ lead: other }) => (
          <Menu.Item key={other.alertId} onClick={() => props.join(lead, other)}>
            <bdi>{other.name}</bdi> · {listTitle(other.source)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
