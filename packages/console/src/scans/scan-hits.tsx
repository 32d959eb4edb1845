import type { AlertSubject, ScanDetail } from '@gatehouse/contract';
import { Badge, Group, Text, Title } from '@mantine/core';
import { groundText } from '../hits/entity-groups.ts';
import { HitFacts, HitReasons } from '../hits/hit-parts.tsx';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { text } from '../messages/text.ts';
import { clausesText, formatNumber, listText, percent } from '../ui/format.ts';
import { type ScannedEntity, type ScannedEntry, scannedEntities } from './scan-entities.ts';
import { scanName } from './scan-type.ts';

/** What all engines found: each person or company once, with its lists as marks. */
export function ScanHits({ scan }: { readonly scan: ScanDetail }) {
  const entities = scannedEntities(scan);
  if (entities.length === 0) return null;
  return (
    <section aria-label={text('scans.hits')}>
      <Group gap="xs" mt="sm" mb={6}>
        <Title order={2} size="h5">
          {text('scans.hits')}
        </Title>
        <Badge color="gray">{formatNumber(entities.length)}</Badge>
      </Group>
      {entities.map((entity, index) => (
        <EntityHits key={entity.entries[0].hit.hitId} entity={entity} scan={scan} number={index + 1} />
      ))}
    </section>
  );
}

function EntityHits(props: {
  readonly entity: ScannedEntity;
  readonly scan: ScanDetail;
  readonly number: number;
}) {
  const [lead, ...others] = props.entity.entries;
  const sources = [...new Set(props.entity.entries.map(({ hit }) => hit.source))];
  return (
    <article
      className="gh-panel gh-block"
      aria-label={text('scans.hitNumber', { number: props.number, name: lead.hit.name })}
    >
      <Group justify="space-between" mb={6} wrap="nowrap" align="flex-start">
        <Text className="gh-hit-name" component="bdi">
          {lead.hit.name}
        </Text>
        <Text className="gh-number gh-short" fw={700} title={text('scans.scoreWords')}>
          <Text component="span" size="xs" fw={400} className="gh-dim">
            {text('hits.score')}{' '}
          </Text>
          {percent(lead.hit.score)}
        </Text>
      </Group>
      <Group gap="xs" mb={4}>
        {sources.map((source) => (
          <Badge key={source} color="gray">
            {listTitle(source)}
          </Badge>
        ))}
        <SampleBadge source={lead.hit.source} />
      </Group>
      <FoundBy entry={lead} />
      <HitFacts hit={lead.hit} subject={scannedSubject(props.scan)} />
      <HitReasons hit={lead.hit} />
      {others.map((entry) => (
        <OtherEntry key={entry.hit.entityId} entry={entry} scan={props.scan} />
      ))}
    </article>
  );
}

/** What was asked of the lists: the name alone. */
function scannedSubject(scan: ScanDetail): AlertSubject {
  const name = scanName(scan);
  return { key: 'self', name, role: null, percent: null, facts: { name } };
}

/** Which engines found it, each with its score. */
function FoundBy({ entry }: { readonly entry: ScannedEntry }) {
  const engines = entry.scores.map(({ engine, score }) =>
    text('scans.engineScore', { engine: engineTitles[engine], score: percent(score) }),
  );
  return (
    <Text size="xs" className="gh-dim">
      {text('scans.foundBy', { engines: listText(engines) })}
    </Text>
  );
}

/** Another entry of the same person or company, and what says that it is. */
function OtherEntry({ entry, scan }: { readonly entry: ScannedEntry; readonly scan: ScanDetail }) {
  const { hit } = entry;
  const reasons = scan.entities
    .flatMap(({ sameAs }) => sameAs)
    .filter(({ of }) => of === hit.entityId)
    .map(groundText);
  return (
    <section
      className="gh-entity"
      aria-label={text('scans.sameEntry', { name: hit.name, list: listTitle(hit.source) })}
    >
      <Text size="sm" className="gh-dim">
        {text('scans.same')}
      </Text>
      <Text size="sm">
        <b>{listTitle(hit.source)}</b> <bdi>{hit.name}</bdi> · <bdi className="gh-mono">{hit.entityId}</bdi> ·{' '}
        {percent(hit.score)}
      </Text>
      <Text size="xs" className="gh-dim">
        {reasons.length === 0
          ? text('scans.joinedIndirectly')
          : text('scans.joinedBy', { reasons: clausesText(reasons) })}
      </Text>
      <FoundBy entry={entry} />
      <HitFacts hit={hit} subject={scannedSubject(scan)} />
      <HitReasons hit={hit} />
    </section>
  );
}
