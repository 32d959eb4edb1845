import type { Section } from './section.ts';

/** A publisher's file in memory. */
export interface ImportFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A file that may take its key's place, or everything that is wrong in it. */
export type ReadImport =
  | {
      readonly ok: true;
      readonly section: Section;
      /** Items by level, in the order of the levels. */
      readonly counts: Readonly<Record<string, number>>;
    }
  | { readonly ok: false; readonly faults: readonly ImportFault[] };

/** One thing that is wrong in a file. */
export interface ImportFault {
  /** Sheet and cell, or line and column; empty for the whole file. */
  readonly place: string;
  readonly message: string;
}

export function oneFault(message: string, place = ''): ReadImport & { ok: false } {
  return { ok: false, faults: [{ place, message }] };
}
