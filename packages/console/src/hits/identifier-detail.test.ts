import { expect, it } from 'vitest';
import { identifierDetail } from './identifier-detail.ts';

it.each([
  [
    'both ends agree, 1 character differs and its checksum is wrong',
    'both ends agree, 1 character differs; the submitted address is invalid, probably mistyped',
  ],
  [
    'wallet 0x1, listed under Jane; its checksum is wrong',
    'wallet 0x1, listed under Jane; as submitted its checksum is wrong, and it was found all the same',
  ],
  ['Passport AB12345 is the same', 'Passport AB12345 is the same'],
  [
    'wallet 12Qt, chain XBT, listed under Jane',
    'wallet 12Qt, chain Bitcoin (BTC; written XBT by OFAC), listed under Jane',
  ],
])('the line of an identifier says whose checksum is wrong, and names Bitcoin: %s', (detail, shown) => {
  expect(identifierDetail(detail)).toBe(shown);
});
