/** How many reports a node draws at once, and which of those that wait comes next. */

interface Waiting {
  readonly tenantId: string;
  readonly enter: () => void;
}

export interface SlotBounds {
  /** Drawn at once on this node. */
  readonly running: number;
  /** Waiting, of all tenants and of one. */
  readonly waiting: number;
  readonly waitingOfTenant: number;
}

const defaultSlots: SlotBounds = { running: 2, waiting: 16, waitingOfTenant: 4 };

/** Runs work while there is room for it. A tenant that asks for many waits behind others that ask for few. */
export class ReportSlots {
  readonly #bounds: SlotBounds;
  readonly #running = new Map<string, number>();
  /** Tenants in the order in which they were let in last; none while nothing runs. */
  readonly #served = new Set<string>();
  #waiting: readonly Waiting[] = [];

  constructor(bounds: SlotBounds = defaultSlots) {
    this.#bounds = bounds;
  }

  /** The result of the work; undefined, without running it, where too many wait already. */
  async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#count() < this.#bounds.running) this.#start(tenantId);
    else {
      const own = this.#waiting.filter((one) => one.tenantId === tenantId).length;
      if (this.#waiting.length >= this.#bounds.waiting || own >= this.#bounds.waitingOfTenant)
        return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting = [...this.#waiting, { tenantId, enter: resolve }];
      await promise;
    }
    try {
      return await work();
    } finally {
      this.#end(tenantId);
    }
  }

  #count(): number {
    return this.#running.values().reduce((sum, each) => sum + each, 0);
  }

  #start(tenantId: string): void {
    this.#served.delete(tenantId);
    this.#served.add(tenantId);
    this.#running.set(tenantId, (this.#running.get(tenantId) ?? 0) + 1);
  }

  /** Of those that wait, the first of the tenant that runs fewest goes next; of several, one that waited longest since its last. */
  #end(tenantId: string): void {
    const left = this.#running.get(tenantId)! - 1;
    if (left === 0) this.#running.delete(tenantId);
    else this.#running.set(tenantId, left);
    const runs = (one: Waiting) => this.#running.get(one.tenantId) ?? 0;
    const served = [...this.#served];
    const turn = (one: Waiting) => served.indexOf(one.tenantId);
    const next = this.#waiting.toSorted(
      (one, other) => runs(one) - runs(other) || turn(one) - turn(other),
    )[0];
    if (next === undefined) {
      if (this.#running.size === 0) this.#served.clear();
      return;
    }
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#start(next.tenantId);
    next.enter();
  }
}
