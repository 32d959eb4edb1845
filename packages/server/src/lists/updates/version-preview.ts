import type { Database } from '../../database/index.ts';
import type { OpenedCandidate } from '../index-files/index.ts';
import type { VersionReview } from './activate-version.ts';
import { choiceOf } from './choose-version.ts';
import { readVersions } from './source-queries.ts';

/** A version of a list as it would be if it were activated now. */
export type PreviewedVersion =
  | { readonly ok: true; readonly opened: OpenedCandidate }
  /** `reason`: why there is nothing to preview, in one line for the log. */
  | { readonly ok: false; readonly kind: 'UNKNOWN' | 'ACTIVE' | 'UNUSABLE'; readonly reason: string };

/** So long a version stays open after it was last asked for: previews of many domains follow each other. */
const keptOpenMs = 5 * 60_000;

/** Opens versions that could be activated. The last one stays open for a while; it is all but its changes in memory anyway. */
export class VersionPreviews {
  readonly #database: Database;
  readonly #review: Pick<VersionReview, 'open'>;
  #last: { readonly key: string; readonly opened: Promise<OpenedCandidate | string> } | undefined;
  #closing: NodeJS.Timeout | undefined;

  constructor(database: Database, review: Pick<VersionReview, 'open'>) {
    this.#database = database;
    this.#review = review;
  }

  /** A version that an operator could accept or go back to; a reason where it is none. */
  async open(source: string, version: string): Promise<PreviewedVersion> {
    const versions = await this.#database.operator((tx) => readVersions(tx, source));
    const row = versions.find((one) => one.version === version);
    if (row === undefined) {
      return { ok: false, kind: 'UNKNOWN', reason: `version ${version} of ${source} is unknown` };
    }
    if (row.state === 'active') {
      return { ok: false, kind: 'ACTIVE', reason: `${version} is already active` };
    }
    if (choiceOf(row) === null) {
      const reason = `${version} cannot be activated: ${row.refusal?.message ?? row.state}`;
      return { ok: false, kind: 'UNUSABLE', reason };
    }
    const active = versions.find(({ state }) => state === 'active')?.version ?? '';
    const key = JSON.stringify([source, version, active]);
    const last = this.#last?.key === key ? this.#last : { key, opened: this.#review.open(row) };
    this.#last = last;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.close(), keptOpenMs).unref();
    try {
      const opened = await last.opened;
      if (typeof opened !== 'string') return { ok: true, opened };
      this.close();
      return { ok: false, kind: 'UNUSABLE', reason: opened };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#last = undefined;
  }
}
