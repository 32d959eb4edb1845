/** Most uploads in progress of one process; each holds a file and a connection. */
const maxUploads = 256;
/** Of one client address: files whose token has not been seen, because they come before it. */
const maxUnproven = 16;

/** What was taken, to be given back once. */
export type Release = () => void;

/** Bounds what uploads can take of the disk at a time, above all those of strangers. */
export class UploadSlots {
  #inUse = 0;
  readonly #unproven = new Map<string, number>();

  /** Undefined when none is left. */
  take(): Release | undefined {
    if (this.#inUse >= maxUploads) return undefined;
    this.#inUse += 1;
    return once(() => {
      this.#inUse -= 1;
    });
  }

  acquireUnverified(client: string): Release | undefined {
    const taken = this.#unproven.get(client) ?? 0;
    if (taken >= maxUnproven) return undefined;
    this.#unproven.set(client, taken + 1);
    return once(() => {
      const left = this.#unproven.get(client)! - 1;
      if (left === 0) this.#unproven.delete(client);
      else this.#unproven.set(client, left);
    });
  }
}

function once(work: () => void): Release {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
