import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Passwords as argon2id in the PHC text form, which carries its own parameters. */

const derive = promisify(argon2);

/** OWASP's password storage recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive('argon2id', { ...cost, message: password, nonce: salt, tagLength: hashBytes });
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether the password made this hash; a text that is no argon2id hash is made by none. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const parts =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (parts === null) return false;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const expectedBytes = Buffer.from(expected, 'base64');
  const parameters: Argon2Parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expectedBytes.length,
  };
  return timingSafeEqual(await derive('argon2id', parameters), expectedBytes);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
