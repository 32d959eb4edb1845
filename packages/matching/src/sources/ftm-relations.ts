/** Relations between entities of the FollowTheMoney model. */
import type { Relation, RelationKind } from '../entry.ts';
import { relation } from './entry-details.ts';
import { type FtmFacts, textsOf } from './ftm-facts.ts';
import { itemsOf, jsonText, membersOf } from './json-records.ts';

interface Link {
  /** Properties of the two ends, and what each end is to the other. */
  ends: readonly [property: string, kind: RelationKind][];
  /** Property that describes the relation. */
  role: string;
}

const LINKS: Readonly<Record<string, Link>> = {
  Ownership: {
    ends: [
      ['owner', 'owns'],
      ['asset', 'owned-by'],
    ],
    role: 'role',
  },
  Directorship: {
    ends: [
      ['director', 'directs'],
      ['organization', 'directed-by'],
    ],
    role: 'role',
  },
  Membership: {
    ends: [
      ['member', 'member-of'],
      ['organization', 'has-member'],
    ],
    role: 'role',
  },
  Employment: {
    ends: [
      ['employee', 'employed-by'],
      ['employer', 'employs'],
    ],
    role: 'role',
  },
  Representation: {
    ends: [
      ['agent', 'represents'],
      ['client', 'represented-by'],
    ],
    role: 'role',
  },
  Succession: {
    ends: [
      ['predecessor', 'succeeded-by'],
      ['successor', 'succeeds'],
    ],
    role: 'role',
  },
  Family: {
    ends: [
      ['person', 'family'],
      ['relative', 'family'],
    ],
    role: 'relationship',
  },
  Associate: {
    ends: [
      ['person', 'associate'],
      ['associate', 'associate'],
    ],
    role: 'relationship',
  },
  UnknownLink: {
    ends: [
      ['subject', 'linked'],
      ['object', 'linked'],
    ],
    role: 'role',
  },
};

/** Schemas of relations. */
export const LINK_SCHEMAS = Object.keys(LINKS);

/** Properties in which an entity of a relation names its ends; none for another schema. */
export function endsOfLink(schema: string): string[] {
  return (LINKS[schema]?.ends ?? []).map(([property]) => property);
}

/** Ends that a property names: by id, or in the nested format as an entity with its name. */
function endsOf(properties: FtmFacts['properties'], property: string): { id?: string; name?: string }[] {
  return itemsOf(properties[property]).flatMap((item) => {
    const id = jsonText(typeof item === 'object' ? membersOf(item)['id'] : item);
    const name = jsonText(membersOf(item)['caption']);
    return id === undefined ? [] : [{ id, ...(name ? { name } : {}) }];
  });
}

/** Relations of an entity to the other ends. In the nested format, its own end is often left out. */
function relationsOf(own: string, { schema, properties }: FtmFacts): (Relation | undefined)[] {
  const link = LINKS[schema];
  if (!link) return [];
  const [first, second] = link.ends.map(([property]) => endsOf(properties, property));
  const isOwn = (ends: typeof first) => ends!.length === 0 || ends!.some(({ id }) => id === own);
  const at = isOwn(first) ? 0 : isOwn(second) ? 1 : -1;
  if (at < 0) return [];
  const [kind, others] = [link.ends[at]![1], at === 0 ? second! : first!];
  return others.map(({ id, name }) =>
    relation(kind, {
      role: textsOf(properties, link.role)[0],
      id: `opensanctions:${id}`,
      name,
      share: textsOf(properties, 'percentage')[0],
      from: textsOf(properties, 'startDate')[0],
      to: textsOf(properties, 'endDate')[0],
    }),
  );
}

/**
 * Relations of an entity that other entities state.
 * @param own its id
 */
export function ftmRelations(own: string, attached: readonly FtmFacts[]): (Relation | undefined)[] {
  return attached.flatMap((facts) => relationsOf(own, facts));
}
