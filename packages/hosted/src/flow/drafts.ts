import type { FlowView } from '@gatehouse/contract';

/** Where in a flow something was typed. */
export interface DraftPlace {
  readonly nodeId: string;
  readonly callbackKey: string;
  /** Which of several things that are typed in one step; a step's own has none. */
  readonly part?: string;
}

interface Kept {
  readonly callbackKey: string;
  /** What the service had of it when it was typed, as JSON. */
  readonly base: string;
  readonly draft: unknown;
}

const prefix = 'gatehouse-draft:';

/**
 * What was typed into steps and is not on the server yet, so that neither a reload nor a step back loses it. It lies in
 * the tab's own storage under its step, is let go when the step was given, here or elsewhere, and all of it when the flow or its link
 * has ended, another flow is opened in the tab, or the tab closes. Where the browser keeps nothing, it lives as long as its screen.
 */
export class Drafts {
  readonly #flow: string;
  readonly #storage: Storage | null;

  /** The first letters of the link's token, of 43, distinguish the flows of one tab and open nothing. */
  constructor(linkToken: string, storage: Storage | null = tabStorage()) {
    this.#flow = `${prefix}${linkToken.slice(0, 6)}:`;
    this.#storage = storage;
    this.#dropWhere((key) => !key.startsWith(this.#flow));
  }

  /**
   * What was typed there; also before the step was left and opened again, as long as the service has the same of it as then.
   */
  read<Draft>(place: DraftPlace, base: unknown): Draft | undefined {
    try {
      const text = this.#storage?.getItem(this.#keyOf(place));
      const kept = text ? (JSON.parse(text) as Kept) : undefined;
      if (kept?.callbackKey !== place.callbackKey && kept?.base !== JSON.stringify(base)) return undefined;
      return kept.draft as Draft;
    } catch {
      return undefined;
    }
  }

  keep(place: DraftPlace, base: unknown, draft: unknown): void {
    const kept: Kept = { callbackKey: place.callbackKey, base: JSON.stringify(base), draft };
    try {
      this.#storage?.setItem(this.#keyOf(place), JSON.stringify(kept));
    } catch {
      // Nothing can be kept.
    }
  }

  drop(place: DraftPlace): void {
    this.#dropWhere((key) => key === this.#keyOf(place));
  }

  /** Of steps that were given the service has everything; of a flow that has ended nothing stays behind. */
  reconcile({ state, steps }: Pick<FlowView, 'state' | 'steps'>): void {
    if (state === 'done' || state === 'ended') this.dropAll();
    for (const step of steps) {
      if (step.state === 'done') this.#dropWhere((key) => key.startsWith(this.#keyOf(step)));
    }
  }

  dropAll(): void {
    this.#dropWhere(() => true);
  }

  #keyOf({ nodeId, part = '' }: Pick<DraftPlace, 'nodeId' | 'part'>): string {
    return `${this.#flow}${nodeId}:${part}`;
  }

  #dropWhere(isDropped: (key: string) => boolean): void {
    try {
      for (const key of Object.keys(this.#storage ?? {})) {
        if (key.startsWith(prefix) && isDropped(key)) this.#storage?.removeItem(key);
      }
    } catch {
      // Nothing was kept.
    }
  }
}

/** Null where the browser forbids it. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
