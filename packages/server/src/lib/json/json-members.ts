import { JsonFaultError } from './json-fault.ts';
import { scanString } from './json-string.ts';

/** How many members a parsed value and the objects in it hold. Its depth is bounded by the scan before. */
export function countMembers(value: object): number {
  if (Array.isArray(value)) {
    let inItems = 0;
    for (const item of value as unknown[]) {
      if (typeof item === 'object' && item !== null) inItems += countMembers(item);
    }
    return inItems;
  }
  const members = Object.values(value) as unknown[];
  let count = members.length;
  for (const member of members) {
    if (typeof member === 'object' && member !== null) count += countMembers(member);
  }
  return count;
}

/** The position of the first name that is repeated in its object, in JSON that is known to hold one. */
export function findDuplicateMember(bytes: Uint8Array): JsonFaultError {
  const open: Set<string>[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === 0x7b || byte === 0x5b) open.push(new Set());
    else if (byte === 0x7d || byte === 0x5d) open.pop();
    if (byte !== 0x22) {
      at++;
      continue;
    }
    const end = scanString(bytes, at);
    if (isName(bytes, end)) {
      const name = JSON.parse(Buffer.from(bytes.subarray(at, end)).toString('utf8')) as string;
      const names = open.at(-1);
      if (names?.has(name)) {
        return new JsonFaultError(`member name ${JSON.stringify(name)} occurs twice`, at);
      }
      names?.add(name);
    }
    at = end;
  }
  throw new Error('the body was said to hold a member name twice and holds none');
}

/** Only a member's name is followed by a colon. */
function isName(bytes: Uint8Array, after: number): boolean {
  let at = after;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return bytes[at] === 0x3a;
}
