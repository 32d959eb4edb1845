import type { AlertEntityView, ConsoleData, ListedEntityView } from '@gatehouse/contract';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Failure } from '../ui/failure.tsx';
import { type EntityFact, entityFacts, fieldLabel } from './entity-facts.ts';
import { entryTitle } from './list-titles.ts';

export interface CaseKey {
  readonly domain: string;
  readonly caseNo: string;
}

/** The whole entry behind a hit: open for the selected hit, and for others when asked for. */
export function EntityCard(props: {
  readonly caseKey: CaseKey;
  readonly alertId: string;
  /** Whether it is open without being asked for. */
  readonly open: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  const isOpen = props.open || isAsked;
  const found = useListedEntity(props.caseKey, { alertId: props.alertId, enabled: isOpen });
  if (!isOpen) {
    return (
      <Button mt="xs" variant="default" className="gh-unprinted" onClick={() => setAsked(true)}>
        Show listed entity
      </Button>
    );
  }
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  return found.data === undefined ? null : <Entity found={found.data} />;
}

export type HitDetail = Pick<ConsoleData<'cases.entity'>, 'hit' | 'stated' | 'reasons'>;

/** A hit, whole, with the entry behind it. */
export function hitQuery(caseKey: CaseKey, alertId: string) {
  const params = { ...caseKey, alertId };
  return queryOptions({
    queryKey: ['case-entity', params],
    queryFn: ({ signal }) => call('cases.entity', { params, signal }),
  });
}

/** The entry behind a hit, read when it is shown for the first time. */
function useListedEntity(
  caseKey: CaseKey,
  { alertId, enabled }: { readonly alertId: string; readonly enabled: boolean },
) {
  return useQuery({ ...hitQuery(caseKey, alertId), enabled });
}

/** At the top of a hit: that the active version of the list says something else; nothing before the entry was read. */
export function ListChange(props: {
  readonly caseKey: CaseKey;
  readonly alertId: string;
  readonly open: boolean;
}) {
  const { data } = useListedEntity(props.caseKey, { alertId: props.alertId, enabled: props.open });
  if (data?.state !== 'changed' && data?.state !== 'removed') return null;
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
