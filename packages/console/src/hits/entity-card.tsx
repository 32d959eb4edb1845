import type { AlertEntityView, AlertSubject, ConsoleData, ListedEntityView } from '@gatehouse/contract';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { FlaggedText } from '../ui/country-flag.tsx';
import { listText } from '../ui/format.ts';
import { type EntityFact, entityFacts, fieldInSentence } from './entity-facts.ts';
import { entryTitle } from './list-titles.ts';
import { isMet } from './met-facts.ts';

export interface CaseKey {
  readonly domain: string;
  readonly caseNo: string;
}

/** The whole entry behind a hit: open for the selected hit and on paper, and for others when asked for. */
export function EntityCard(props: {
  readonly detail: HitDetail;
  /** Whom it was found for: what both state is lit. */
  readonly subject: AlertSubject;
  /** Whether it is open without being asked for. */
  readonly open: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  if (props.open || isAsked) return <Entity found={props.detail} subject={props.subject} />;
  return (
    <Button mt="xs" variant="default" className="gh-unprinted" onClick={() => setAsked(true)}>
      {text('entities.showEntity')}
    </Button>
  );
}

/** A hit, whole, with the entry behind it. */
export type HitDetail = ConsoleData<'cases.entity'>;

/** Reads a hit. */
export function hitQuery(caseKey: CaseKey, alertId: string) {
  const params = { ...caseKey, alertId };
  return queryOptions({
    queryKey: ['case-entity', params],
    queryFn: ({ signal }) => call('cases.entity', { params, signal }),
  });
}

/** At the top of a hit: that the active version of the list says something else. */
export function ListChange({ detail: data }: { readonly detail: HitDetail }) {
  if (data.state !== 'changed' && data.state !== 'removed') return null;
  const changes =
    data.state === 'removed'
      ? text('entities.entryRemoved')
      : listText(data.changedFields.map(fieldInSentence));
  return (
    <Text size="sm" className="gh-caution" mb={6}>
      {text('entities.listChanged', { changes })}
    </Text>
  );
}

function Entity(props: { readonly found: AlertEntityView; readonly subject: AlertSubject }) {
  const { found, subject } = props;
  const { entity, active, changedFields } = found;
  if (entity === null) {
    return (
      <Text size="sm" className="gh-dim" mt="xs">
        {text('entities.notStored')}
      </Text>
    );
  }
  const now = new Map(
    active && entityFacts(active).flatMap(({ facts }) => facts.map((fact) => [fact.field, fact])),
  );
  return (
    <section aria-label={text('entities.listedEntity', { id: entity.entityId })} className="gh-entity">
      <Text size="sm" className="gh-dim">
        {entryTitle(entity)}. {stateText(found)}
        {found.listVersion !== null && ` ${text('entities.searchedVersion', { version: found.listVersion })}`}
      </Text>
      <div className="gh-entity-groups">
        {entityFacts(entity).map(({ title, facts }) => (
          <div key={title}>
            <Title order={3} size="h6">
              {title}
            </Title>
            <dl className="gh-facts">
              {facts.map((fact) => (
                <Fact key={fact.field} fact={fact} subject={subject}>
                  {changedFields.includes(fact.field) && (
                    <Changed values={now.get(fact.field)?.values ?? []} />
                  )}
                </Fact>
              ))}
            </dl>
          </div>
        ))}
        <Added entity={entity} subject={subject} now={now} changedFields={changedFields} />
      </div>
    </section>
  );
}

function stateText({ state, activeVersion, changedFields }: AlertEntityView): string {
  switch (state) {
    case 'unchanged':
      return text('entities.unchanged');
    case 'changed':
      return text('entities.changed', { count: changedFields.length, version: activeVersion ?? '' });
    case 'removed':
      return text('entities.removed', { version: activeVersion ?? '' });
    case 'not-loaded':
    case 'not-stored':
      return text('entities.notCompared');
  }
}

function Fact(props: {
  readonly fact: EntityFact;
  readonly subject: AlertSubject;
  readonly children?: React.ReactNode;
}) {
  const { fact, subject, children } = props;
  return (
    <>
      <dt>{fact.label}</dt>
      <dd>
        {fact.values.map((value) => (
          <div key={value}>
            {fact.field === 'links' ? (
              <Link address={value} />
            ) : isMet(subject, fact.field, value) ? (
              <bdi className="gh-lit">
                <FlaggedText value={value} />
              </bdi>
            ) : (
              <bdi>
                <FlaggedText value={value} />
              </bdi>
            )}
          </div>
        ))}
        {children}
      </dd>
    </>
  );
}

/** Only addresses of pages become links: a list's text is nobody's code. */
function Link({ address }: { readonly address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <Anchor size="sm" href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </Anchor>
  );
}

function Changed({ values }: { readonly values: readonly string[] }) {
  return (
    <div className="gh-caution">
      {text('entities.now', { values: values.join(' · ') || text('entities.notStated') })}
    </div>
  );
}

/** Facts that only the active version states. */
function Added(props: {
  readonly entity: ListedEntityView;
  readonly subject: AlertSubject;
  readonly now: ReadonlyMap<string, EntityFact>;
  readonly changedFields: readonly string[];
}) {
  const stated = new Set(entityFacts(props.entity).flatMap(({ facts }) => facts.map(({ field }) => field)));
  const added = props.changedFields.flatMap((field) => {
    const fact = props.now.get(field);
    return fact && !stated.has(fact.field) ? [fact] : [];
  });
  if (added.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" className="gh-caution">
        {text('entities.addedSince')}
      </Title>
      <dl className="gh-facts">
        {added.map((fact) => (
          <Fact key={fact.field} fact={fact} subject={props.subject} />
        ))}
      </dl>
    </div>
  );
}
