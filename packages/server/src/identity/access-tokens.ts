import { randomBytes } from 'node:crypto';
import {
  type AccessToken,
  type ConsoleBody,
  type ConsoleData,
  maxAccessTokens,
  permissionsOf,
  phrase,
  tokenRoutesOf,
} from '@gatehouse/contract';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import { sha256 } from '../lib/sha256.ts';
import {
  type AccessTokenRow,
  deleteAccessTokens,
  findAccessToken,
  insertAccessToken,
  listAccessTokens,
  touchAccessToken,
} from './access-token-queries.ts';
import { type PersonKey, readAccount } from './account-queries.ts';
import { auditOwnAction } from './audit-own-action.ts';
import { lacksSecondFactor } from './second-factor-rule.ts';

/** How a token begins, so that people and scanners of repositories know it for what it is. */
const prefix = 'gatehouse_';

/**
 * Tokens by which programs read for a person. One reads what its owner may at the time of the call, in one domain, and
 * nothing that is not listed in `tokenAnswers`. The store has its SHA-256 alone.
 */
export class AccessTokens {
  readonly #database: Database;
  readonly #domainsOf: (tenantId: string) => ReadonlySet<string>;

  constructor(database: Database, domainsOf: (tenantId: string) => ReadonlySet<string>) {
    this.#database = database;
    this.#domainsOf = domainsOf;
  }

  list(user: ConsoleUser): Promise<AccessToken[]> {
    return this.#database.operator((tx) => readAccessTokens(tx, user));
  }

  /** @throws ConsoleRefusal */
  async create(
    user: ConsoleUser,
    body: ConsoleBody<'accessTokens.create'>,
  ): Promise<ConsoleData<'accessTokens.create'>> {
    if (user.needs === 'secondFactor') throw new ConsoleRefusal('SECOND_FACTOR_MISSING');
    if (!this.#domainsOf(user.tenantId).has(body.domain)) {
      throw new ConsoleRefusal('INVALID', phrase('refusals.domainForeign', { domain: body.domain }), {
        field: 'domain',
      });
    }
    const token = `${prefix}${randomBytes(32).toString('base64url')}`;
    const { method } = user;
    const row = await this.#database.operator(async (tx) => {
      // Locked, so that two requests at once do not both take the last place.
      await readAccount(tx, user, { lock: true });
      if ((await listAccessTokens(tx, user)).length >= maxAccessTokens) {
        throw new ConsoleRefusal(
          'MOVE_REFUSED',
          phrase('refusals.tooManyTokens', { count: maxAccessTokens }),
        );
      }
      const created = await insertAccessToken(tx, user, {
        ...body,
        method,
        tokenId: newId(),
        tokenHash: sha256(token),
      });
      const { tokenId, name, domain, personalData, expiresAt } = created;
      await auditOwnAction(tx, user, 'user.create_access_token', {
        tokenId,
        name,
        domain,
        personalData,
        expiresAt: expiresAt.toISOString(),
      });
      return created;
    });
    return { accessToken: view(row), token };
  }

  /** Returns whether there was such a token of the person. */
  async revoke(user: ConsoleUser, tokenId: string): Promise<boolean> {
    return this.#database.operator(async (tx) => {
      const deleted = await deleteAccessTokens(tx, user, tokenId);
      if (deleted > 0) await auditOwnAction(tx, user, 'user.revoke_access_token', { tokenId });
      return deleted > 0;
    });
  }

  /** What the token of a call is, and what it may call. @throws ConsoleRefusal of a call by a session */
  current(user: ConsoleUser): ConsoleData<'accessTokens.current'> {
    if (user.accessToken === undefined) throw new ConsoleRefusal('NOT_FOUND');
    const { domain, personalData } = user.accessToken;
    return {
      domain,
      personalData,
      tenantName: user.tenantName,
      expiresAt: user.expiresAt.getTime(),
      calls: tokenRoutesOf(user.permissions, personalData),
    };
  }

  /** Whom a token reads for, with roles as they are now; undefined when it is none, or holds no more. */
  async authenticate(token: string): Promise<ConsoleUser | undefined> {
    if (!token.startsWith(prefix)) return undefined;
    return this.#database.operator(async (tx) => {
      const row = await findAccessToken(tx, sha256(token));
      if (row === undefined) return undefined;
      if (row.isDue) await touchAccessToken(tx, row);
      const { tenantId, tenantName, environment, email, ownerName, roles, groups, method } = row;
      const lacks = lacksSecondFactor(row);
      return {
        tenantId,
        tenantName,
        environment,
        email,
        name: ownerName,
        roles,
        groups,
        method,
        permissions: lacks ? [] : permissionsOf(roles),
        needs: lacks ? 'secondFactor' : undefined,
        sessionId: row.tokenId,
        isProved: false,
        startedAt: row.createdAt,
        expiresAt: row.expiresAt,
        idleExpiresAt: row.expiresAt,
        accessToken: { domain: row.domain, personalData: row.personalData },
      };
    });
  }
}

/** The tokens of a person that hold, as the console shows them. */
export async function readAccessTokens(tx: Tx, person: PersonKey): Promise<AccessToken[]> {
  return (await listAccessTokens(tx, person)).map(view);
}

function view({ createdAt, expiresAt, usedAt, ...row }: AccessTokenRow): AccessToken {
  return {
    ...row,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    lastUsedAt: usedAt?.getTime() ?? null,
  };
}
