import type { MatchPolicy } from '@gatehouse/matching';
import { EXACT } from '../manipulations/manipulations.ts';
import type { TestPack } from '../pack/make-pack.ts';
import { testedFacts } from '../pack/test-record.ts';
import type { PairBand, PairsBelow } from './pairs-below.ts';
import type { AlertCell, CurvePoint, MissedRecord, RecallCell, ResultCounts } from './result-counts.ts';
import { type Share, shareOf } from './wilson.ts';

/** What a run was made with. The same values give the same report, byte for byte. */
export interface ReportBasis {
  readonly versions: {
    readonly gatehouse: string;
    readonly engine: string;
    /** Of the JavaScript engine and its Unicode data, on which letters and case depend. */
    readonly node: string;
    readonly unicode: string;
    readonly lists: Readonly<Record<string, string>>;
  };
  readonly settings: {
    readonly engine: string;
    readonly engineSettings: Readonly<Record<string, unknown>>;
    readonly minScore: number;
    readonly minNameScore: number;
    readonly exactOnly: boolean;
    readonly weakAliases: MatchPolicy['weakAliases'];
    readonly maxHits: number;
    /** The published workflow that the settings are of; null: they were chosen for the run. */
    readonly workflow: WorkflowSettings | null;
  };
  readonly pack: {
    readonly seed: number;
    /** Records that were asked for: of some facts lists may have too few. */
    readonly requested: number;
    readonly size: number;
    /** Where control records come from, where they are not made up. */
    readonly clean?: 'CUSTOMERS';
    /** Of a file of the tenant's own: its SHA-256. */
    readonly file: string | null;
  };
}

export interface WorkflowSettings {
  readonly workflowId: string;
  readonly version: number;
  readonly nodeId: string;
}

export interface AssuranceReport extends ReportBasis {
  readonly format: 'gatehouse-assurance-report';
  readonly formatVersion: 1;
  readonly records: { readonly listed: number; readonly clean: number };
  /** What the lists have of each kind of fact: the whole of which records are a sample. */
  readonly available: TestPack['groups'];
  readonly recall: {
    readonly all: Share;
    /** Records that are as the list publishes them, and those that were altered; a file's own are neither. */
    readonly exact: Share;
    readonly altered: Share;
    readonly byFact: readonly { readonly fact: string; readonly recall: Share }[];
    readonly cells: readonly RecallCell[];
  };
  readonly ranks: { readonly first: Share; readonly firstFive: Share };
  readonly alerts: { readonly all: Share; readonly sameName: number; readonly cells: readonly AlertCell[] };
  /** Customers beside entries that the settings do not find, by score: what people rule on. Null: no customers were screened. */
  readonly belowLine: { readonly customers: number; readonly bands: readonly PairBand[] } | null;
  readonly curve: readonly CurvePoint[];
  readonly missed: {
    readonly count: number;
    readonly byReason: Readonly<Record<string, number>>;
    /** The nearest to a hit; the CSV has all. */
    readonly shown: readonly MissedRecord[];
  };
}

/** Missed records in the report itself. */
const shownMissed = 1_000;

export function makeReport(
  basis: ReportBasis,
  groups: TestPack['groups'],
  counts: ResultCounts,
  pairs?: PairsBelow,
): AssuranceReport {
  const recallCells = counts.recallCells();
  const alertCells = counts.alertCells();
  const missed = counts.missed();
  const found = sumShares(recallCells.map(({ recall }) => recall));
  const first = recallCells.reduce((sum, cell) => sum + cell.first, 0);
  const firstFive = recallCells.reduce((sum, cell) => sum + cell.firstFive, 0);
  const alerts = sumShares(alertCells.map(({ alerts: share }) => share));
  const made = recallCells.filter(({ fact }) => fact !== 'file');
  const isExact = ({ way }: RecallCell) => way === EXACT;
  return {
    format: 'gatehouse-assurance-report',
    formatVersion: 1,
    ...basis,
    records: { listed: found.of, clean: alerts.of },
    available: groups,
    recall: {
      all: found,
      exact: sumShares(made.filter(isExact).map(({ recall }) => recall)),
      altered: sumShares(made.filter((cell) => !isExact(cell)).map(({ recall }) => recall)),
      byFact: byFact(recallCells),
      cells: recallCells,
    },
    ranks: { first: shareOf(first, found.count), firstFive: shareOf(firstFive, found.count) },
    alerts: {
      all: alerts,
      sameName: alertCells.reduce((sum, cell) => sum + cell.sameName, 0),
      cells: alertCells,
    },
    belowLine: pairs === undefined ? null : { customers: alerts.of, bands: pairs.bands() },
    curve: counts.curve(),
    missed: { count: missed.length, byReason: countReasons(missed), shown: missed.slice(0, shownMissed) },
  };
}

function byFact(cells: readonly RecallCell[]): { fact: string; recall: Share }[] {
  const groups = Map.groupBy(cells, ({ fact }) => fact);
  const order: readonly string[] = [...testedFacts, 'file'];
  return order.flatMap((fact) => {
    const group = groups.get(fact as RecallCell['fact']);
    return group === undefined ? [] : [{ fact, recall: sumShares(group.map(({ recall }) => recall)) }];
  });
}

export function sumShares(shares: readonly Share[]): Share {
  return shareOf(
    shares.reduce((sum, { count }) => sum + count, 0),
    shares.reduce((sum, { of }) => sum + of, 0),
  );
}

function countReasons(missed: readonly MissedRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of missed.map((record) => record.reason).toSorted()) {
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
