import { Button, Group, Menu, Text } from '@mantine/core';
import { percent } from '../ui/format.ts';
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
    <section aria-label={`Same entity as ${lead.name}`} className="gh-entity">
      <Text size="sm" className="gh-dim">
        {otherEntries.some(({ sameAs }) => sameAs.some(({ ground }) => ground === 'decided'))
          ? 'Joined as the same entity.'
          : 'Probably the same entity, by what the lists stated at the screening.'}{' '}
        A ruling applies to all of these entries.
      </Text>
      {otherEntries.map((alert) => (
        <div key={alert.alertId}>
          <Group gap="xs" mt={6}>
            <Text size="sm" fw={600}>
              {listTitle(alert.source)}
            </Text>
            <Text size="sm">
              {alert.name} · {entryId(alert)} · {percent(alert.score)}
            </Text>
          </Group>
          <Text size="xs" className="gh-dim">
            {joinText(alert)}
          </Text>
          <EntryDetail alert={alert} detail={props.details.get(alert.alertId)} isOpen={props.isPrinted} />
          {props.split && (
            <Button mt="xs" ms={6} variant="default" onClick={() => props.split!(lead, alert)}>
              Separate this entry
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
      <EntityCard detail={detail} open={isOpen} />
    </>
  );
}

function joinText({ sameAs }: SubjectHit): string {
  return `Joined by ${sameAs.map(groundText).join('; ') || 'an entry that both resemble'}.`;
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
          Join with another list entry…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.slice(0, 20).map(({ lead: other }) => (
          <Menu.Item key={other.alertId} onClick={() => props.join(lead, other)}>
            {other.name} · {listTitle(other.source)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
