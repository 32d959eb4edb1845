import { domainToASCII } from 'node:url';
import { z } from 'zod';

const address = z.email().max(254);

/** An e-mail address as mail is sent to it: its domain in lower case and ASCII; undefined for what is none. */
export function readEmailAddress(text: string): string | undefined {
  const submitted = text.trim();
  const at = submitted.lastIndexOf('@');
  if (at < 1 || at > 64) return undefined;
  const domain = domainToASCII(submitted.slice(at + 1));
  const read = address.safeParse(`${submitted.slice(0, at)}@${domain}`);
  return read.success ? read.data : undefined;
}
