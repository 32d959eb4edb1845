import type { FeedState } from '../../internet-search/feeds/index.ts';
import {
  findSources,
  type ListStatus,
  ListsRefusal,
  readListStatus,
  type SourceSettings,
} from '../../lists/index-files/index.ts';
import { isUnfetched, type SourceStatus } from '../../lists/updates/index.ts';
import type { ListsResponse } from '../admin-api/admin-socket.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';
import { minuteOf } from './lists-tables.ts';

const about = findingsOf('lists');
const feedsAbout = findingsOf('feeds');

/** Sanctions lists change weekly; a publisher's date this far back says that somebody stopped fetching. */
const oldDays = 30;
const sampleSource = 'sample';

export interface ListPlaces {
  readonly dataDir: string;
  readonly listsDir: string | undefined;
  readonly listSources: readonly SourceSettings[];
}

/** What is known of the lists beside their files. */
export interface KnownLists {
  /** What the running server has active; absent when none runs here. */
  readonly active?: Pick<ListsResponse, 'loading' | 'lists' | 'sources'> | undefined;
  /** The state of the sources in the store, where no server was asked. */
  readonly sourceStatuses?: readonly SourceStatus[] | undefined;
}

/** Whether the lists that are configured can be loaded, are loaded, whole and young. */
export async function checkLists(places: ListPlaces, now: Date, known: KnownLists): Promise<Finding[]> {
  const { active } = known;
  try {
    const { warnings, sources } = await findSources(places.listsDir);
    const folders = sources.map(({ source }) => source.id);
    const fetched = places.listSources
      .filter(({ source, files }) => !folders.includes(source) && Object.keys(files).length > 0)
      .map(({ source }) => source);
    const configured = [...folders.filter((id) => id !== sampleSource || fetched.length === 0), ...fetched];
    const findings: Finding[] = warnings.map((line) => about.warning(line));
    if (active?.loading === true)
      findings.push(about.warning('the server is still loading its lists; ask again'));
    const lists = active?.lists ?? (await readListStatus({ ...places, fetched }, now));
    const statuses = active?.sources ?? known.sourceStatuses ?? [];
    // Of those that were never fetched the failure is told below.
    const unfetched = statuses.filter(isUnfetched).map(({ source }) => source);
    const expected = configured.filter((id) => !unfetched.includes(id));
    if (active?.loading !== true) findings.push(...checkListSources(expected, lists, active !== undefined));
    return [...findings, ...statuses.flatMap((status) => checkSourceStatus(status, now))];
  } catch (error) {
    if (!(error instanceof ListsRefusal)) throw error;
    return [about.broken(error.message)];
  }
}

function checkListSources(
  configured: readonly string[],
  lists: readonly ListStatus[],
  serverRuns: boolean,
): Finding[] {
  const missing = configured.filter((id) => !lists.some((list) => list.source === id));
  const findings = missing.map((id) =>
    serverRuns
      ? about.warning(`${id} is not active; see gatehouse lists status`)
      : about.ok(`${id} is not loaded yet; the next start loads it`),
  );
  for (const list of lists) findings.push(...checkListSource(list));
  return findings;
}

/** Whether the feeds of internet search are read. */
export function checkFeeds(feeds: readonly FeedState[]): Finding[] {
  return feeds.map(({ url, items, loadedAt, failures, failure }) => {
    const feed = withoutQuery(url);
    if (failures > 0) {
      const held = loadedAt === null ? 'it was never read' : `${items} of its items are searched`;
      return feedsAbout.warning(
        `${feed}: ${describeFailures(failures)}: ${failure}; check address and network (${held})`,
      );
    }
    if (loadedAt === null) return feedsAbout.ok(`${feed} was not read yet`);
    return feedsAbout.ok(`${feed}: ${items} items`);
  });
}

/** What follows the `?` may be a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function describeFailures(failures: number): string {
  return failures === 1 ? 'the last check failed' : `the last ${failures} checks failed`;
}

/** Why a source is not loaded or grows old: the error, since when, and when it is checked again. */
function checkFailure(status: SourceStatus, now: Date): Finding[] {
  const { source, feed, failures, lastFailure, checkedAt } = status;
  if (lastFailure === null) return [];
  const what = failures === 0 ? 'the last attempt failed' : describeFailures(failures);
  const since =
    checkedAt === null ? 'no check has succeeded yet' : `the last good one was at ${minuteOf(checkedAt)}`;
  const cause = `${what}, at ${minuteOf(lastFailure.at)}: ${lastFailure.message}`;
  const where = feed === 'folder' ? 'the folder and its disk' : 'address and network';
  return [
    about.warning(
      `${source}${isUnfetched(status) ? ' is not loaded' : ''}: ${cause}; ${since}; ${describeNextCheck(status, now)}; check ${where}`,
    ),
  ];
}

function describeNextCheck(status: SourceStatus, now: Date): string {
  const { claimedBy, nextCheckAt } = status;
  if (claimedBy !== null) return 'a node is checking it now';
  // A node that starts waits for it, whatever the time of the next check.
  if (isUnfetched(status)) return 'a node that starts keeps checking it';
  if (nextCheckAt === null || Date.parse(nextCheckAt) <= now.getTime()) return 'the next check is due now';
  return `the next check is at ${minuteOf(nextCheckAt)}`;
}

/** What keeps a source from staying fresh. */
function checkSourceStatus(status: SourceStatus, now: Date): Finding[] {
  const { source, refused, isStale, activeVersion, nodes } = status;
  const findings: Finding[] = [];
  if (refused) {
    const remedy =
      refused.reason === 'unreadable'
        ? 'make sure that the publisher or the folder has a complete file'
        : `review it, then run gatehouse lists accept ${source} ${refused.version}`;
    findings.push(
      about.warning(`${source}: version ${refused.version} is refused: ${refused.message}; ${remedy}`),
    );
  }
  findings.push(...checkFailure(status, now));
  if (isStale && !isUnfetched(status))
    findings.push(about.warning(`${source} is stale: no check has succeeded for too long`));
  const behind = Object.values(nodes).filter((version) => version !== activeVersion).length;
  if (behind > 0) {
    findings.push(
      about.warning(
        `${source}: ${behind} nodes screen against another version; see their logs if this lasts`,
      ),
    );
  }
  return findings;
}

function checkListSource(list: ListStatus): Finding[] {
  if (list.source === sampleSource) {
    return [
      about.warning(
        'only the bundled sample of made-up names is screened; set GATEHOUSE_LIST_SOURCES, or GATEHOUSE_LISTS_DIR to a folder of real lists',
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
