import type { CaseDetail } from '@gatehouse/contract';
import { enginesText } from '../hits/engine-settings.ts';
import { listTitle } from '../hits/list-titles.ts';
import { sampleSource } from '../hits/sample-badge.tsx';
import { formatInstant } from '../ui/format.ts';

type NodeRun = Extract<CaseDetail['timeline'][number], { kind: 'visit' }>;

/** What a screening node stores of its search; absent in a node run of another kind. */
interface ScreeningInput {
  readonly engines?: readonly string[];
  readonly lists?: Readonly<Record<string, string>>;
}

/** What a case without hits says of its screenings: engines, lists with their versions, and when. */
export interface SearchedLists {
  readonly texts: readonly string[];
  /** Beside the tenant's own list only the bundled sample was searched: no hits say nothing about a real person. */
  readonly isSampleOnly: boolean;
}

/** By the stored input of each screening of a case. */
export function searchedLists({ timeline }: Pick<CaseDetail, 'timeline'>): SearchedLists {
  const screenings = timeline.filter(
    (entry): entry is NodeRun => entry.kind === 'visit' && entry.nodeType === 'screening',
  );
  if (screenings.length === 0) return { texts: ['This workflow ran no screening.'], isSampleOnly: false };
  const sources = screenings
    .flatMap(({ input }) => listsOf(input).map(([source]) => source))
    .filter((source) => source !== 'watchlist');
  return {
    texts: screenings.map(searchText),
    isSampleOnly: sources.length > 0 && sources.every((source) => source === sampleSource),
  };
}

/** Lists that the newest runs of some screening nodes searched: `OFAC SDN (version 2026-11-20)`, each once. */
export function searchedSources(
  timeline: CaseDetail['timeline'],
  nodeIds: readonly string[],
): readonly string[] {
  const texts = nodeIds.flatMap((nodeId) => {
    const run = timeline.findLast((entry) => entry.kind === 'visit' && entry.nodeId === nodeId);
    return run?.kind === 'visit' ? listTexts(run.input) : [];
  });
  return [...new Set(texts)];
}

function searchText({ at, input }: NodeRun): string {
  const names = listTexts(input).join(', ') || 'none';
  return `No hits. Searched ${formatInstant(at)} with ${enginesText(input)}. Lists: ${names}.`;
}

function listTexts(input: unknown): readonly string[] {
  return listsOf(input).map(([source, version]) => `${listTitle(source)} (version ${version})`);
}

/** The versions that a screening stores are of all active lists; the engine of the watchlist searches that alone. */
function listsOf(input: unknown): readonly (readonly [source: string, version: string])[] {
  const { engines = [], lists = {} } = (input ?? {}) as ScreeningInput;
  const isWatchlistOnly = engines.every((engine) => engine === 'WATCHLIST');
  return Object.entries(lists).filter(([source]) => source === 'watchlist' || !isWatchlistOnly);
}
