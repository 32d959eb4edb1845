import type { AlertEntityView, ConsoleData, ListedEntityView } from '@gatehouse/contract';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { type EntityFact, entityFacts, fieldLabel } from './entity-facts.ts';
import { entryTitle } from './list-titles.ts';

export interface CaseKey {
  readonly domain: string;
  readonly caseNo: string;
}

/** The whole entry behind a hit: open for the selected hit and on paper, and for others when asked for. */
export function EntityCard(props: {
  readonly detail: HitDetail;
  /** Whether it is open without being asked for. */
  readonly open: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  if (props.open || isAsked) return <Entity found={props.detail} />;
  return (
    <Button mt="xs" variant="default" className="gh-unprinted" onClick={() => setAsked(true)}>
      Show listed entity
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
      ? 'the entry was removed'
      : data.changedFields.map((field) => fieldLabel(field).toLowerCase()).join(', ');
  return (
    <Text size="sm" className="gh-caution" mb={6}>
      The list changed after this screening: {changes}. The score is of the searched version.
    </Text>
  );
}

function Entity({ found }: { readonly found: AlertEntityView }) {
  const { entity, active, changedFields } = found;
  if (entity === null) {
    return (
      <Text size="sm" className="gh-dim" mt="xs">
        The whole list entry was not stored with this hit.
      </Text>
    );
  }
  const now = new Map(
    active && entityFacts(active).flatMap(({ facts }) => facts.map((fact) => [fact.field, fact])),
  );
  return (
    <section aria-label={`Listed entity ${entity.entityId}`} className="gh-entity">
      <Text size="sm" className="gh-dim">
        {entryTitle(entity)}. {stateText(found)}
        {found.listVersion !== null && ` Searched version: ${found.listVersion}.`}
      </Text>
      <div className="gh-entity-groups">
        {entityFacts(entity).map(({ title, facts }) => (
          <div key={title}>
            <Title order={3} size="h6">
              {title}
            </Title>
            <dl className="gh-facts">
              {facts.map((fact) => (
                <Fact key={fact.field} fact={fact}>
                  {changedFields.includes(fact.field) && (
                    <Changed values={now.get(fact.field)?.values ?? []} />
                  )}
                </Fact>
              ))}
            </dl>
          </div>
        ))}
        <Added entity={entity} now={now} changedFields={changedFields} />
      </div>
    </section>
  );
}

function stateText({ state, activeVersion, changedFields }: AlertEntityView): string {
  switch (state) {
    case 'unchanged':
      return 'Unchanged since the screening.';
    case 'changed':
      return `Changed since the screening: ${changedFields.length === 1 ? '1 fact differs' : `${changedFields.length} facts differ`} in the active version ${activeVersion}.`;
    case 'removed':
      return `Removed since the screening: the active version ${activeVersion} no longer has this entry.`;
    case 'not-loaded':
    case 'not-stored':
      return 'Not compared with today’s list: the list is not loaded.';
  }
}

function Fact({ fact, children }: { readonly fact: EntityFact; readonly children?: React.ReactNode }) {
  return (
    <>
      <dt>{fact.label}</dt>
      <dd>
        {fact.values.map((value) => (
          <div key={value}>{fact.field === 'links' ? <Link address={value} /> : value}</div>
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
  return <div className="gh-caution">Now: {values.join(' · ') || 'not stated'}</div>;
}

/** Facts that only the active version states. */
function Added(props: {
  readonly entity: ListedEntityView;
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
        Added since
      </Title>
      <dl className="gh-facts">
        {added.map((fact) => (
          <Fact key={fact.field} fact={fact} />
        ))}
      </dl>
    </div>
  );
}
