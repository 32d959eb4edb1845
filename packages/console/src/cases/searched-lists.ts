import type { CaseDetail } from '@gatehouse/contract';
import { enginesText } from '../hits/engine-settings.ts';
import { isSampleOnly, listTexts } from '../hits/searched-lists.ts';
import { text } from '../messages/text.ts';
import { formatInstant, listText } from '../ui/format.ts';

type NodeRun = Extract<CaseDetail['timeline'][number], { kind: 'visit' }>;

/** What a case without hits says of its screenings: engines, lists with their versions, and when. */
export interface SearchedLists {
  readonly texts: readonly string[];
  readonly isSampleOnly: boolean;
  /** Whether any node screened at all. */
  readonly isScreened: boolean;
}

/** By the screenings of a case. */
export function searchedLists({
  timeline,
  isKeyMissing = false,
}: Pick<CaseDetail, 'timeline'> & Partial<Pick<CaseDetail, 'isKeyMissing'>>): SearchedLists {
  const screenings = timeline.filter(
    (entry): entry is NodeRun => entry.kind === 'visit' && entry.nodeType === 'screening',
  );
  if (screenings.length === 0) {
    const why = text(isKeyMissing ? 'executions.keyMissing' : 'hits.noScreening');
    return { texts: [why], isSampleOnly: false, isScreened: false };
  }
  const all = Object.assign({}, ...screenings.map((run) => run.searchedLists ?? {})) as Record<
    string,
    string
  >;
  return { texts: screenings.map(searchText), isSampleOnly: isSampleOnly(all, []), isScreened: true };
}

/** Lists that the newest runs of some screening nodes searched: `OFAC SDN (version 2026-11-20)`, each once. */
export function searchedByNodes(
  timeline: CaseDetail['timeline'],
  nodeIds: readonly string[],
): readonly string[] {
  const texts = nodeIds.flatMap((nodeId) => {
    const run = timeline.findLast((entry) => entry.kind === 'visit' && entry.nodeId === nodeId);
    return run?.kind === 'visit' ? listTexts(run.searchedLists ?? {}) : [];
  });
  return [...new Set(texts)];
}

/** Whether a date of birth was stated, which lowers the score of an entry that has another one. */
export function hasDateOfBirth({ subject }: Pick<CaseDetail, 'subject'>): boolean {
  const birth = subject['dateOfBirth'];
  return typeof birth === 'string' && birth !== '';
}

function searchText(run: NodeRun): string {
  const lists = listText(listTexts(run.searchedLists ?? {})) || text('terms.none');
  return text('hits.noHits', { at: formatInstant(run.at), engines: enginesText(run.input), lists });
}
