import { createHash, randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { deviceName } from '../../lib/device-name.ts';
import { newId } from '../../lib/ids.ts';
import {
  deleteOldSessions,
  findLink,
  findSession,
  insertSession,
  type Link,
  touchSession,
} from './link-queries.ts';
import { type LinkState, linkState } from './link-state.ts';

/** Seconds without a call after which a session of the hosted pages ends. */
export const sessionIdleSeconds = 30 * 60;

/** A use is noted when the last noted one is older: an idle session may end this much early. */
const noteUseAfterMs = 60_000;
const dayMs = 86_400_000;

/** A link that was found by its token, and its state. */
export interface FoundLink {
  readonly link: Link;
  readonly state: LinkState;
}

/** Whose call of the hosted pages it is. */
export interface FlowSessionOfLink {
  readonly sessionId: string;
  readonly link: Link;
}

/** From where a link is opened: the client's address as limits count it, and what its browser says of itself. */
export interface OpenedFrom {
  readonly client: string;
  readonly userAgent: string;
}

/** A token as it goes to its owner: 256 bits of the system's randomness. Kept is its hash alone. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Links to the hosted pages and the sessions that they are exchanged for. Opening a link changes nothing. */
export class Links {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The link of a token; undefined for one that is none. Reads alone: a scanner of mails may do it. */
  async find(linkToken: string): Promise<FoundLink | undefined> {
    const link = await this.#database.operator((tx) => findLink(tx, hashToken(linkToken)));
    return link && { link, state: linkState(link, this.#clock.now()) };
  }

  /** Begins a session of a live link; of another one the answer tells its state. */
  async exchange(
    linkToken: string,
    { client, userAgent }: OpenedFrom,
  ): Promise<(FlowSessionOfLink & { readonly sdkToken: string }) | FoundLink | undefined> {
    const found = await this.find(linkToken);
    if (found === undefined || found.state !== 'live') return found;
    const { link } = found;
    const { token, hash } = newToken();
    const sessionId = newId();
    const now = this.#clock.now();
    await this.#database.transaction(link.scope, async (tx) => {
      const session = {
        sessionId,
        linkId: link.linkId,
        tokenHash: hash,
        at: now,
        idleSince: this.#idleSince(now),
      };
      await insertSession(tx, link.scope, session);
      await recordAudit(tx, link.scope, {
        actor: { kind: 'end_user', id: link.linkId },
        act: 'flow.open',
        object: { kind: 'link', id: link.linkId },
        detail: { sessionId, client, device: deviceName(userAgent) },
      });
    });
    return { sdkToken: token, sessionId, link };
  }

  /** Whose session a token is; undefined when it is none, has ended, or its link was superseded or has expired. */
  async authenticate(sdkToken: string): Promise<FlowSessionOfLink | undefined> {
    const now = this.#clock.now();
    return this.#database.operator(async (tx) => {
      const session = await findSession(tx, hashToken(sdkToken), this.#idleSince(now));
      if (session === undefined) return undefined;
      const { sessionId, usedAt, link } = session;
      const state = linkState(link, now);
      // Who has just submitted still reads that it arrived.
      if (state !== 'live' && state !== 'spent') return undefined;
      if (now.getTime() - usedAt.getTime() > noteUseAfterMs) {
        await touchSession(tx, link.scope, { sessionId, at: now });
      }
      return { sessionId, link };
    });
  }

  /** Deletes sessions that ended long ago. */
  sweep(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - dayMs);
    return this.#database.operator((tx) => deleteOldSessions(tx, before));
  }

  #idleSince(now: Date): Date {
    return new Date(now.getTime() - sessionIdleSeconds * 1000);
  }
}
