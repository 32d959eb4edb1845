/** OpenSanctions' delta files: what was added, changed and deleted from one version to the next. */
import type { ListEntry } from '../entry.ts';
import { textOf } from './file-text.ts';
import { ftmEntry, ftmId } from './ftm-entity.ts';
import { jsonRecords, jsonText, membersOf } from './json-records.ts';
import { checkRejected, ListFileError, reject, type SourceFile, type SourceReport } from './source.ts';

/** One change, in our terms: an entity that is not screened any more is gone. */
export type EntryChange = { op: 'put'; id: string; entry: ListEntry } | { op: 'delete'; id: string };

const INDEX = 'delta.json';
const CHANGES = 'entities.delta.json';

function baseName(name: string): string {
  return name.split('/').at(-1)!.toLowerCase();
}

/** The version that a delta file belongs to: the folder that contains it. Empty for a file without a folder. */
function versionOf(file: SourceFile): string {
  return file.name.split('/').at(-2) ?? '';
}

/** Versions that the index names, oldest first: they begin with their time. */
async function versionsOf(index: SourceFile): Promise<string[]> {
  let text = '';
  for await (const piece of textOf(index)) text += piece;
  let versions: Readonly<Record<string, unknown>> = {};
  try {
    versions = membersOf(membersOf(JSON.parse(text))['versions']);
  } catch {
    // Not JSON: refused below, like an index without versions.
  }
  const names = Object.keys(versions).sort();
  if (names.length === 0) {
    const expected =
      'must be JSON that names its versions, e.g. {"versions": {"20240527134702-zbn": "https://…"}}';
    throw new ListFileError({ file: index.name, place: 'the whole file', expected });
  }
  return names;
}

/** Delta files in the order of their versions; with an index, exactly those that it names. */
async function inOrder(files: readonly SourceFile[]): Promise<SourceFile[]> {
  const changes = files.filter((file) => baseName(file.name) === CHANGES);
  const index = files.find((file) => baseName(file.name) === INDEX);
  if (!index) return changes.sort((a, b) => (versionOf(a) < versionOf(b) ? -1 : 1));
  const versions = await versionsOf(index);
  return versions.map((version) => {
    const file = changes.find((candidate) => versionOf(candidate) === version);
    if (file) return file;
    throw new ListFileError({
      file: index.name,
      place: `version ${version}`,
      expected: `${version}/${CHANGES} is missing: without it changes would be lost`,
    });
  });
}

function changeOf(value: Readonly<Record<string, unknown>>): EntryChange | string {
  const op = jsonText(value['op'])?.toUpperCase() ?? '';
  const entity = membersOf(value['entity']);
  const id = ftmId(entity);
  if (id === '') return 'the entity has no id';
  const gone: EntryChange = { op: 'delete', id: `opensanctions:${id}` };
  if (op === 'DEL') return gone;
  if (op !== 'ADD' && op !== 'MOD') return `op must be ADD, MOD or DEL, not ${JSON.stringify(op)}`;
  const entry = ftmEntry(entity);
  if (typeof entry === 'string') return entry;
  return entry ? { op: 'put', id: entry.id, entry } : gone;
}

/**
 * Changes of delta files (`entities.delta.json`, each named with its version's folder), oldest version first,
 * whatever the order of the files. `delta.json`, where it is among them, must find all of its versions.
 * @throws ListFileError on a damaged file, a missing version, or over 1 % unusable changes
 */
export async function* readDelta(files: readonly SourceFile[]): AsyncGenerator<EntryChange, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const ordered = await inOrder(files);
  for (const file of ordered) {
    for await (const { value, line } of jsonRecords(file, report)) {
      const change = changeOf(value);
      if (typeof change === 'string') {
        reject(report, file.name, { place: `${file.name}, line ${line}`, reason: change });
      } else {
        report.entries++;
        yield change;
      }
    }
  }
  const newest = ordered.at(-1);
  if (newest) report.version = versionOf(newest);
  // No change at all is a valid delta, unlike an empty list.
  if (report.rejected.length > 0) checkRejected(report, newest!.name);
  return report;
}

/**
 * The list after its changes: entries that stay, those that changed in their old place, new ones last. Holds only
 * the changes in memory.
 * @throws ListFileError as `readDelta`, before the first entry
 */
export async function* applyDelta(
  previous: AsyncIterable<ListEntry> | Iterable<ListEntry>,
  files: readonly SourceFile[],
): AsyncGenerator<ListEntry, SourceReport> {
  const latest = new Map<string, EntryChange>();
  const changes = readDelta(files);
  let report: SourceReport | undefined;
  while (!report) {
    const next = await changes.next();
    if (next.done) report = next.value;
    else latest.set(next.value.id, next.value);
  }
  report.entries = 0;
  for await (const entry of previous) {
    const change = latest.get(entry.id);
    latest.delete(entry.id);
    if (change?.op === 'delete') continue;
    report.entries++;
    yield change?.entry ?? entry;
  }
  for (const change of latest.values()) {
    if (change.op === 'delete') continue;
    report.entries++;
    yield change.entry;
  }
  return report;
}
