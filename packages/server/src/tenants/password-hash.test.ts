import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

it('makes a PHC text of argon2id that only its own password fits', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'correct horses')).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

it('verifies the reference vector of another implementation', async () => {
  // Published with the reference implementation (P-H-C/phc-winner-argon2, test.c).
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword(hash, 'password')).toBe(true);
});

it('takes a text that is no such hash for no match', async () => {
  for (const hash of [
    '',
    'password',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYQ',
  ]) {
    expect(await verifyPassword(hash, 'password')).toBe(false);
  }
});
