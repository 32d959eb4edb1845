import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashKey, keyedHash } from '../lib/secrets.ts';
import type { DataKeys } from '../tenants/index.ts';

/** How long after a sign-in a browser is known. */
export const deviceSeconds = 180 * 86_400;

/** Whose browser it is. */
interface Person {
  readonly tenantId: string;
  readonly email: string;
}

export interface KnownDevice {
  /** It counts for the person's account of this tenant alone. */
  readonly tenantId: string;
  /** Under which its failures are counted. */
  readonly id: string;
}

/**
 * Browsers on which somebody has signed in before, by a cookie that says so under the tenant's key. It is no way in: it lets
 * failures of strangers not count against its owner, who still needs everything else. Nothing is stored.
 */
export class KnownDevices {
  readonly #keys: DataKeys;

  constructor(keys: DataKeys) {
    this.#keys = keys;
  }

  /** The cookie's value for a browser on which this person has just signed in. */
  async remember(person: Person): Promise<string> {
    const until = Math.floor(Date.now() / 1000) + deviceSeconds;
    const [tenant, nonce] = [person.tenantId, randomBytes(16)].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    const parts = [tenant!, nonce!, String(until)];
    return [...parts, (await this.#sign(person, parts)).toString('base64url')].join('.');
  }

  /** The browser, where this person of some tenant signed in on it before; undefined: it is not known as this address's. */
  async identify(cookie: string | undefined, email: string): Promise<KnownDevice | undefined> {
    const [tenant, nonce, until, signature, ...more] = (cookie ?? '').split('.');
    if (tenant === undefined || nonce === undefined || until === undefined || signature === undefined)
      return undefined;
    if (more.length > 0 || !/^\d{1,12}$/.test(until) || Number(until) * 1000 < Date.now()) return undefined;
    const tenantId = Buffer.from(tenant, 'base64url').toString('utf8');
    const expected = await this.#sign({ tenantId, email }, [tenant, nonce, until]).catch(() => undefined);
    const submitted = Buffer.from(signature, 'base64url');
    if (expected === undefined || submitted.length !== expected.length) return undefined;
    return timingSafeEqual(submitted, expected) ? { tenantId, id: `${tenant}.${nonce}` } : undefined;
  }

  async #sign(person: Person, parts: readonly string[]): Promise<Buffer> {
    const key = hashKey(await this.#keys.of(person), 'known device');
    return keyedHash(key, [person.tenantId, person.email, ...parts]);
  }
}
