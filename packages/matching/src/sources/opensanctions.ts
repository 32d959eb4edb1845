/** OpenSanctions in its three shapes: FollowTheMoney JSON lines, nested JSON lines, simple CSV. */
import type { ListEntry } from '../entry.ts';
import { ftmEntry, ftmId } from './ftm-entity.ts';
import { joinedRecords } from './ftm-joined.ts';
import { simpleEntries } from './opensanctions-simple.ts';
import {
  checkRejected,
  fileNamed,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

/** Nested targets have the most facts: documents, addresses and programmes are inside them. */
const NESTED = 'targets.nested.json';
const ENTITIES = 'entities.ftm.json';
const SIMPLE = 'targets.simple.csv';

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const lines = fileNamed(files, NESTED, ENTITIES);
  const file = lines ?? requiredFile(files, SIMPLE, ENTITIES, NESTED);
  if (lines) {
    yield* recordEntries(joinedRecords(lines, report, ftmId), {
      file: lines.name,
      report,
      place: ({ line }) => `${lines.name}, line ${line}`,
      entryOf: ({ value, joined }) => ftmEntry(value, joined),
    });
  } else {
    yield* simpleEntries(file, report);
  }
  checkRejected(report, file.name);
  return report;
}

const DATASET = 'https://data.opensanctions.org/datasets/latest/default';

export const opensanctions: ListSource = {
  id: 'opensanctions',
  title: 'OpenSanctions',
  publisher: 'OpenSanctions Datenbanken GmbH',
  licence: 'CC BY-NC 4.0: commercial use needs a licence of your own from the publisher',
  urls: [ENTITIES, NESTED, SIMPLE].map((file) => `${DATASET}/${file}`),
  fileNames: { required: [], optional: [NESTED, ENTITIES, SIMPLE] },
  parse,
};
