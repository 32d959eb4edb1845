/** The bundled list: enough to try everything without a download. Made up, but for ten public designations. */
import type { ListEntry } from '../../entry.ts';
import type { ListSource, SourceReport } from '../source.ts';
import { designations } from './designations.ts';
import { organisations } from './organisations.ts';
import { people } from './people.ts';
import { sampleEntry } from './row.ts';

async function* parse(): AsyncGenerator<ListEntry, SourceReport> {
  const entries = [...designations, ...people, ...organisations].map(sampleEntry);
  yield* entries;
  return { entries: entries.length, rejected: [], version: '1' };
}

export const sample: ListSource = {
  id: 'sample',
  title: 'Bundled sample list',
  publisher: 'Gatehouse',
  licence: 'Apache-2.0',
  urls: [],
  fileNames: { required: [], optional: [] },
  parse,
};
