import type { Beat } from './leases.ts';
import { parseLsn, parsePosition } from './log-position.ts';

/**
 * - `usable`: it has everything that was committed up to `maxLagMs` ago
 * - `behind`: it has not
 * - `unreachable`: it gave no answer
 * - `promoted`: it is no standby, or no longer one
 * - `unknown`: it has nothing of this server node yet, as a replica that is far behind or of another database
 */
export type ReplicaState = 'usable' | 'behind' | 'unreachable' | 'promoted' | 'unknown';

/** What a replica says of itself. */
export interface ReplicaFacts {
  readonly isStandby: boolean;
  /** The last beat of this server node's lease that it has; null without one. */
  readonly beat: number | null;
  /** Up to where it has applied the primary's log; null on a primary. */
  readonly replayed: string | null;
}

/**
 * How old what a replica shows can be. Known by the lease that this server node renews each second: a replica that has
 * a beat has all that was committed before the beat was sent. So neither an idle primary nor two clocks mislead, and a
 * replica of another database, or one that parted from the primary at a failover, shows no beats at all.
 */
export class ReplicaFreshness {
  readonly #maxLagMs: number;
  /** Sent within the time that counts, oldest first. */
  #beats: Beat[] = [];
  #confirmed: Beat | undefined;
  #replayed = 0n;
  #obstacle: Exclude<ReplicaState, 'usable' | 'behind'> | undefined = 'unknown';

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs;
  }

  /** The primary took a beat. */
  beatSent(beat: Beat): void {
    this.#beats = [...this.#beats.filter(({ sentAt }) => sentAt >= beat.sentAt - this.#maxLagMs), beat];
  }

  /** The replica answered. */
  observe({ isStandby, beat, replayed }: ReplicaFacts): void {
    if (!isStandby || replayed === null) this.#obstacle = 'promoted';
    else if (beat === null) this.#obstacle = 'unknown';
    else {
      this.#obstacle = undefined;
      this.#replayed = parseLsn(replayed);
      // An older one than these is too old to count, and the last that was confirmed says since when.
      this.#confirmed = this.#beats.find(({ at }) => at === beat) ?? this.#confirmed;
    }
  }

  /** The replica did not answer. */
  lose(): void {
    this.#obstacle = 'unreachable';
  }

  /** At most so old is what the replica shows; undefined where that is unknown. */
  lagMs(now: number): number | undefined {
    return this.#confirmed && now - this.#confirmed.sentAt;
  }

  state(now: number): ReplicaState {
    if (this.#obstacle !== undefined) return this.#obstacle;
    const lagMs = this.lagMs(now);
    if (lagMs === undefined) return 'unknown';
    return lagMs <= this.#maxLagMs ? 'usable' : 'behind';
  }

  /** Whether it has everything up to these positions. */
  has(positions: readonly string[]): boolean {
    return positions.every((text) => {
      const position = parsePosition(text);
      return (
        position !== undefined &&
        position.timeline === this.#confirmed?.timeline &&
        position.lsn <= this.#replayed
      );
    });
  }
}
