/** Parts of entities of the FollowTheMoney model: one entity as others refer to it. */
import { itemsOf, jsonText, membersOf } from './json-records.ts';

/** An entity that describes another one: a document, a sanction, a relation. */
export interface FtmFacts {
  readonly schema: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Schema and properties of an entity. */
export function factsOf(entity: Readonly<Record<string, unknown>>): FtmFacts {
  return { schema: jsonText(entity['schema']) ?? '', properties: membersOf(entity['properties']) };
}

/** Texts of a property. Entities of the nested format are left out. */
export function textsOf(properties: FtmFacts['properties'], name: string): string[] {
  return itemsOf(properties[name]).flatMap((item) => jsonText(item) ?? []);
}
