import type { RecordGroup, TestRecord } from '../pack/test-record.ts';
import { type MissReason, minCurveScore, type RecordResult } from './screen-record.ts';
import { type Share, shareOf } from './wilson.ts';

/** Records of one list, type of entity, tested fact and way. */
export interface RecallCell extends RecordGroup {
  readonly recall: Share;
  /** Of those found, how many come first, and how many among the first five. */
  readonly first: number;
  readonly firstFive: number;
}

export interface AlertCell extends Omit<RecordGroup, 'list'> {
  readonly alerts: Share;
  /** Alerts by an entry of the very name, which no threshold can avoid. */
  readonly sameName: number;
}

/** What the threshold costs and finds at one place. */
export interface CurvePoint {
  readonly threshold: number;
  readonly recall: number | null;
  readonly alertRate: number | null;
}

export interface MissedRecord extends RecordGroup {
  readonly id: string;
  readonly original: string;
  readonly screened: string;
  readonly reason: MissReason;
  readonly nearest: number | null;
  readonly other: string | null;
}

/** What was counted of a part of a pack, as it is stored between parts. */
export interface CountedPart {
  readonly expected: readonly Counts[];
  readonly clean: readonly Counts[];
  readonly foundFrom: readonly number[];
  readonly alertsFrom: readonly number[];
  readonly missed: readonly OrderedMiss[];
}

interface OrderedMiss {
  readonly record: MissedRecord;
  /** Place of the record in the pack. */
  readonly order: number;
}

interface Counts {
  readonly group: RecordGroup;
  total: number;
  hit: number;
  first: number;
  firstFive: number;
  sameName: number;
}

/** Bins of the curve: hundredths of a score. */
const bins = 101;

/** Counts the results of a pack. Sums do not depend on the order, so threads may answer as they come. */
export class ResultCounts {
  readonly #expected = new Map<string, Counts>();
  readonly #clean = new Map<string, Counts>();
  readonly #foundFrom = new Array<number>(bins).fill(0);
  readonly #alertsFrom = new Array<number>(bins).fill(0);
  readonly #missed: OrderedMiss[] = [];

  /** Adds what another process, or an earlier one, counted of other records of the pack. */
  merge(part: CountedPart): void {
    for (const [map, counted] of [
      [this.#expected, part.expected],
      [this.#clean, part.clean],
    ] as const) {
      for (const { group, ...added } of counted) {
        const counts = countsOf(map, group);
        counts.total += added.total;
        counts.hit += added.hit;
        counts.first += added.first;
        counts.firstFive += added.firstFive;
        counts.sameName += added.sameName;
      }
    }
    for (const [bin, count] of part.foundFrom.entries()) this.#foundFrom[bin]! += count;
    for (const [bin, count] of part.alertsFrom.entries()) this.#alertsFrom[bin]! += count;
    for (const missed of part.missed) this.#missed.push(missed);
  }

  counted(): CountedPart {
    return {
      expected: [...this.#expected.values()],
      clean: [...this.#clean.values()],
      foundFrom: this.#foundFrom,
      alertsFrom: this.#alertsFrom,
      missed: this.#missed,
    };
  }

  add(record: TestRecord, result: RecordResult, order: number): void {
    const isClean = record.expected.kind === 'none';
    const counts = countsOf(isClean ? this.#clean : this.#expected, record.group);
    counts.total++;
    const isHit = isClean ? result.hits > 0 : result.found;
    if (isHit) counts.hit++;
    if (isHit && result.sameName) counts.sameName++;
    if (result.rank === 1) counts.first++;
    if (result.rank >= 1 && result.rank <= 5) counts.firstFive++;
    const from = isClean ? this.#alertsFrom : this.#foundFrom;
    from[Math.floor(result.nearest * 100 + 1e-6)]!++;
    if (!isClean && result.reason !== undefined) this.#missed.push({ record: missed(record, result), order });
  }

  recallCells(): RecallCell[] {
    return cells(this.#expected).map(({ group, total, hit, first, firstFive }) => ({
      ...group,
      recall: shareOf(hit, total),
      first,
      firstFive,
    }));
  }

  alertCells(): AlertCell[] {
    return cells(this.#clean).map(({ group: { entityType, fact, way }, total, hit, sameName }) => ({
      entityType,
      fact,
      way,
      alerts: shareOf(hit, total),
      sameName,
    }));
  }

  curve(): CurvePoint[] {
    const found = fromAbove(this.#foundFrom);
    const alerts = fromAbove(this.#alertsFrom);
    const points: CurvePoint[] = [];
    for (let bin = Math.round(minCurveScore * 100); bin < bins; bin++) {
      points.push({
        threshold: bin / 100,
        recall: shareOf(found[bin]!, found[0]!).percent,
        alertRate: shareOf(alerts[bin]!, alerts[0]!).percent,
      });
    }
    return points;
  }

  /** All that was missed, the nearest to a hit first. */
  missed(): MissedRecord[] {
    return this.#missed
      .toSorted(
        (one, other) => (other.record.nearest ?? 0) - (one.record.nearest ?? 0) || one.order - other.order,
      )
      .map(({ record }) => record);
  }
}

function missed({ id, group, original, subject }: TestRecord, result: RecordResult): MissedRecord {
  const birth = subject.births?.[0]?.from;
  const screened = subject.name === '' ? (subject.identifiers?.[0]?.value ?? '') : subject.name;
  return {
    id,
    ...group,
    original,
    screened: birth === undefined ? screened : `${screened}, ${birth}`,
    reason: result.reason!,
    nearest: result.nearest === 0 ? null : result.nearest,
    other: result.other ?? null,
  };
}

function countsOf(map: Map<string, Counts>, group: RecordGroup): Counts {
  const key = keyOf(group);
  let counts = map.get(key);
  if (counts === undefined) {
    counts = { group, total: 0, hit: 0, first: 0, firstFive: 0, sameName: 0 };
    map.set(key, counts);
  }
  return counts;
}

function keyOf({ list, entityType, fact, way }: RecordGroup): string {
  return [list, entityType, fact, way].join('\u0000');
}

function cells(map: ReadonlyMap<string, Counts>): Counts[] {
  return [...map.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, counts]) => counts);
}

/** How many have each bin or a higher one. */
function fromAbove(counts: readonly number[]): number[] {
  const sums = [...counts];
  for (let bin = sums.length - 2; bin >= 0; bin--) sums[bin]! += sums[bin + 1]!;
  return sums;
}
