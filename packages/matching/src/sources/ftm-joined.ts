/** Joins lines of FollowTheMoney: wallets, documents, sanctions and relations belong to entities of other lines. */
import { linesOf } from './file-text.ts';
import { type FtmFacts, factsOf, textsOf } from './ftm-facts.ts';
import { endsOfLink, LINK_SCHEMAS } from './ftm-relations.ts';
import { type JsonRecord, jsonRecords, objectOf } from './json-records.ts';
import type { SourceFile, SourceReport } from './source.ts';

/** Properties in which entities of a schema name those to whom they belong. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  CryptoWallet: ['holder'],
  Identification: ['holder'],
  Passport: ['holder'],
  Sanction: ['entity'],
};

/** A line of such a schema. Most lines are of others, and are not parsed twice. */
const SAID_OF_OTHERS = new RegExp(
  `"schema"\\s*:\\s*"(?:${[...Object.keys(HOLDERS), ...LINK_SCHEMAS].join('|')})"`,
);

/** Entities to which this one belongs. */
function holdersOf({ schema, properties }: FtmFacts): string[] {
  return [...(HOLDERS[schema] ?? []), ...endsOfLink(schema)].flatMap((name) => textsOf(properties, name));
}

/** Bytes of a file, twice. A file that can be read once only is held. */
export async function twoReadings({
  reread,
  chunks,
}: SourceFile): Promise<[SourceFile['chunks'], SourceFile['chunks']]> {
  if (reread) return [reread(), chunks];
  if (Array.isArray(chunks)) return [chunks, chunks];
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return [held, held];
}

/** What other lines say of each entity, by its id. */
async function joinedFacts(file: SourceFile): Promise<Map<string, FtmFacts[]>> {
  const joined = new Map<string, FtmFacts[]>();
  for await (const { text } of linesOf(file, 'JSON lines')) {
    // A line that is none is reported when entities are read.
    const value = SAID_OF_OTHERS.test(text) ? objectOf(text) : undefined;
    if (value === undefined) continue;
    const facts = factsOf(value);
    for (const holder of new Set(holdersOf(facts))) {
      const own = joined.get(holder);
      if (own) own.push(facts);
      else joined.set(holder, [facts]);
    }
  }
  return joined;
}

/** A line with what the other lines say of its entity, in their order. */
export interface JoinedRecord extends JsonRecord {
  joined: readonly FtmFacts[];
}

const NONE: readonly FtmFacts[] = [];

/**
 * Entities of a file with all that its other lines say of them, whatever the order of lines. Reads the file twice; holds what
 * is said of other entities, and no entity.
 * @param idOf the publisher's id of an entity
 * @throws ListFileError as `jsonRecords`
 */
export async function* joinedRecords(
  file: SourceFile,
  report: SourceReport,
  idOf: (value: JsonRecord['value']) => string,
): AsyncGenerator<JoinedRecord> {
  const { name } = file;
  const [first, second] = await twoReadings(file);
  const joined = await joinedFacts({ name, chunks: first });
  for await (const record of jsonRecords({ name, chunks: second }, report)) {
    yield { ...record, joined: joined.get(idOf(record.value)) ?? NONE };
  }
}
