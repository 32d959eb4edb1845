import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** One-time codes by time (RFC 6238) in the form that every authenticator app takes: SHA-1, six digits, 30 seconds. */

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps by which a phone's clock may differ, to either side. */
const window = 1;

/** A new secret in base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an app reads from the picture: whose account it is, and the secret. */
export function totpAddress(of: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string {
  return new TOTP({ ...form, issuer: of.issuer, label: of.account, secret: of.secret }).toString();
}

/** The time step that a code belongs to; undefined when it is of none near `at`, which is in milliseconds. */
export function totpStep(secret: string, code: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ ...form, secret }).validate({ token: code, timestamp: at, window });
  return delta === null ? undefined : Math.floor(at / 1000 / form.period) + delta;
}

const recoveryCodeCount = 10;
/** Without letters and digits that are taken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Codes for the day when the phone is gone, as `k7mqp-x2dfw`: about 49 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => `${word()}-${word()}`);
}

function word(): string {
  let text = '';
  while (text.length < 5) {
    // What is beyond the last whole round of letters would make some of them likelier.
    for (const byte of randomBytes(8)) {
      if (byte < 256 - (256 % letters.length) && text.length < 5) text += letters[byte % letters.length]!;
    }
  }
  return text;
}

/** A recovery code as it is hashed: without the signs that people put between. Undefined when it cannot be one. */
export function plainRecoveryCode(text: string): string | undefined {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.length === 10 ? plain : undefined;
}
