import { findSources, type ListStatus, ListsRefusal, readListStatus } from '../lists/index.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const about = findingsOf('lists');

/** Sanctions lists change weekly; a publisher's date this far back says that somebody stopped fetching. */
const oldDays = 30;
const sampleSource = 'sample';

export interface ListPlaces {
  readonly dataDir: string;
  readonly listsDir: string | undefined;
}

/** Whether the lists that are configured can be loaded, are loaded, whole and young. */
export async function checkLists(
  places: ListPlaces,
  now: Date,
  /** What the running server has in force; undefined when none runs here. */
  inForce: { readonly loading: boolean; readonly lists: readonly ListStatus[] } | undefined,
): Promise<Finding[]> {
  try {
    const { warnings, sources } = await findSources(places.listsDir);
    const configured = sources.map(({ source }) => source.id);
    const findings: Finding[] = warnings.map((line) => about.warning(line));
    if (inForce?.loading === true)
      findings.push(about.warning('the server is still loading its lists; ask again'));
    const lists = inForce?.lists ?? (await readListStatus(places, now));
    if (inForce?.loading !== true) findings.push(...judgeLists(configured, lists, inForce !== undefined));
    return findings;
  } catch (error) {
    if (!(error instanceof ListsRefusal)) throw error;
    return [about.broken(error.message)];
  }
}

function judgeLists(
  configured: readonly string[],
  lists: readonly ListStatus[],
  serverRuns: boolean,
): Finding[] {
  const missing = configured.filter((id) => !lists.some((list) => list.source === id));
  const findings = missing.map((id) =>
    serverRuns
      ? about.warning(`${id} is not in force: it came after the start; restart the server`)
      : about.ok(`${id} was not loaded yet; the next start loads it`),
  );
  for (const list of lists) findings.push(...judgeList(list));
  return findings;
}

function judgeList(list: ListStatus): Finding[] {
  if (list.source === sampleSource) {
    return [
      about.warning(
        'only the bundled sample of made-up names is screened; set GATEHOUSE_LISTS_DIR to a folder of real lists',
      ),
    ];
  }
  const findings: Finding[] = [];
  const { source, ageDays, rejected, entries } = list;
  if (ageDays > oldDays) {
    findings.push(about.warning(`${source} is ${ageDays} days old; fetch the publisher's newest files`));
  }
  if (rejected.count > 0) {
    const [first] = rejected.first;
    const example = first === undefined ? '' : ` (the first: ${first.place}: ${first.reason})`;
    findings.push(
      about.warning(
        `${source}: ${rejected.count} records could not be read${example}; fetch the files again`,
      ),
    );
  }
  if (findings.length === 0) findings.push(about.ok(`${source}: ${entries} entries, ${ageDays} days old`));
  return findings;
}
