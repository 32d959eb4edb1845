import { createHash, randomBytes } from 'node:crypto';
import type { PersonLinkKind } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import { recordAudit, tenantLevel } from '../audit/index.ts';
import { ConsoleRefusal, tooManyAttempts } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Messages } from '../messages/index.ts';
import { hashPassword } from '../tenants/index.ts';
import { type PersonKey, replacePassword } from './account-queries.ts';
import { passwordFault } from './password-rules.ts';
import { endLinks, type FoundLink, findLink, replaceLink } from './people-queries.ts';
import { findAccounts } from './session-queries.ts';
import { countAddress, countReset, resetLockout } from './sign-in-limit.ts';

export interface PersonLinksOptions {
  readonly database: Database;
  readonly messages: Messages;
  readonly logger: Logger;
  /** Where browsers reach the service; known once the listener is open. */
  publicUrl(): string;
}

/** For how long a link lets in. */
const minutesOf: Readonly<Record<PersonLinkKind, number>> = { invitation: 7 * 24 * 60, reset: 60 };
/** Pages of the console. The token follows the #, so that no server and no log sees it. */
const pageOf: Readonly<Record<PersonLinkKind, string>> = {
  invitation: '/console/invitation',
  reset: '/console/password-reset',
};

interface MadeLink {
  readonly linkId: string;
  readonly url: string;
  /** For so long it lets in. */
  readonly minutes: number;
}

/** Makes a link within `tx`, for whoever hands it on; it ends an earlier one of its kind. */
export async function makeLink(
  tx: Tx,
  person: PersonKey,
  { kind, publicUrl }: { readonly kind: PersonLinkKind; readonly publicUrl: string },
): Promise<MadeLink> {
  const token = randomBytes(32).toString('base64url');
  const linkId = newId();
  const minutes = minutesOf[kind];
  await replaceLink(tx, person, { linkId, kind, tokenHash: hashOf(token), minutes });
  return { linkId, url: `${publicUrl}${pageOf[kind]}#${token}`, minutes };
}

/**
 * One-time links by which people choose a password: invitations, and for who forgot theirs. They go by mail; where none
 * can be sent, the link is shown to the admin who asked for it, to be handed on. The store has the hash of a link's token
 * alone; a later link of its kind ends the earlier one.
 */
export class PersonLinks {
  readonly #options: PersonLinksOptions;
  /** Answers go out before the work, so that their time tells nothing of whose addresses there are. */
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: PersonLinksOptions) {
    this.#options = options;
  }

  get canMail(): boolean {
    return this.#options.messages.takes('email');
  }

  /** What `post` needs before its transaction begins. @throws ConsoleRefusal where no mail can be sent */
  async prepare(tenantId: string) {
    if (!this.canMail) {
      throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.noMail'));
    }
    return this.#options.messages.keyOf({ tenantId, domain: tenantLevel });
  }

  /** Makes a link and posts it within `tx`. Call `wake` after the commit. */
  async post(
    tx: Tx,
    person: PersonKey,
    link: { readonly kind: PersonLinkKind; readonly key: Awaited<ReturnType<PersonLinks['prepare']>> },
  ): Promise<MadeLink> {
    const made = await this.make(tx, person, link.kind);
    const { url, minutes } = made;
    await this.#options.messages.post(
      tx,
      { tenantId: person.tenantId, domain: tenantLevel },
      {
        channel: 'email',
        address: person.email,
        language: 'en',
        content: { kind: link.kind, url, validMinutes: minutes },
        expiresInSeconds: minutes * 60,
        key: link.key,
      },
    );
    return made;
  }

  /** Makes a link within `tx`, for whoever hands it on. */
  make(tx: Tx, person: PersonKey, kind: PersonLinkKind): Promise<MadeLink> {
    return makeLink(tx, person, { kind, publicUrl: this.#options.publicUrl() });
  }

  wake(): void {
    this.#options.messages.wake();
  }

  /**
   * Somebody asks for a link for an address. Neither the answer nor its time reveals whether anybody has it: what
   * is done for an account is done afterwards. @throws ConsoleRefusal when a client asks too often
   */
  async request(request: {
    readonly email: string;
    readonly tenant?: string | undefined;
    readonly client: string;
  }) {
    const { database, logger } = this.#options;
    const retryAfterSeconds = await database.operator((tx) => countReset(tx, 'resetAddress', request.client));
    if (retryAfterSeconds !== undefined) {
      throw tooManyAttempts(retryAfterSeconds);
    }
    this.#working = this.#working
      .then(() => this.#sendReset(request))
      .catch((err: unknown) => logger.error({ err }, 'a password reset link was not sent'));
  }

  /** Waits until what was asked for is in the outbox. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async read(token: string, client: string): Promise<FoundLink> {
    await this.#count(client);
    const found = await this.#options.database.operator((tx) => findLink(tx, hashOf(token)));
    if (found === undefined) throw new ConsoleRefusal('NOT_FOUND', gone);
    return found;
  }

  /** Gives the person of a link the password, and ends the link with every session. @throws ConsoleRefusal */
  async use(request: {
    readonly token: string;
    readonly password: string;
    readonly client: string;
  }): Promise<void> {
    const { rules, email, name, tenantName } = await this.read(request.token, request.client);
    const words = [email, name, tenantName, 'gatehouse'];
    const fault = await passwordFault(request.password, { minLength: rules.passwordMinLength, words });
    if (fault !== undefined) throw new ConsoleRefusal('INVALID', fault, { field: 'password' });
    const hash = await hashPassword(request.password);
    await this.#options.database.operator(async (tx) => {
      const link = await findLink(tx, hashOf(request.token), { lock: true });
      if (link === undefined) throw new ConsoleRefusal('NOT_FOUND', gone);
      await replacePassword(tx, link, { hash });
      await endLinks(tx, link);
      await resetLockout(tx, link.email);
      await recordAudit(
        tx,
        { tenantId: link.tenantId, domain: tenantLevel },
        {
          actor: { kind: 'user', id: link.email },
          act: link.kind === 'invitation' ? 'user.accept_invitation' : 'user.reset_password',
          object: { kind: 'user', id: link.email },
          detail: { linkId: link.linkId, client: request.client },
        },
      );
    });
  }

  async #sendReset(request: { readonly email: string; readonly tenant?: string | undefined }): Promise<void> {
    const { database } = this.#options;
    const email = request.email.trim().toLowerCase();
    const accounts = await database.operator((tx) => findAccounts(tx, email, request.tenant));
    const [account] = accounts;
    if (account === undefined || accounts.length > 1) return;
    const key = await this.prepare(account.tenantId);
    await database.operator(async (tx) => {
      // So many mails for one person help nobody.
      if ((await countReset(tx, 'reset', JSON.stringify([account.tenantId, email]))) !== undefined) return;
      await this.post(tx, account, { kind: 'reset', key });
      await recordAudit(
        tx,
        { tenantId: account.tenantId, domain: tenantLevel },
        {
          actor: { kind: 'system', id: 'identity' },
          act: 'user.send_reset',
          object: { kind: 'user', id: email },
        },
      );
    });
    this.wake();
  }

  /** Tokens have 256 bits; this keeps whoever tries some from asking the store all day. */
  async #count(client: string): Promise<void> {
    const retryAfterSeconds = await this.#options.database.operator((tx) =>
      countAddress(tx, `link ${client}`),
    );
    if (retryAfterSeconds !== undefined) {
      throw tooManyAttempts(retryAfterSeconds);
    }
  }
}

const gone = phrase('refusals.linkGone');

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
