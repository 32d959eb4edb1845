import { describe, expect, it } from 'vitest';
import { embeddedMemoryOf } from './open-store.ts';

const gigabyte = 2 ** 30;

describe('what the embedded store may take', () => {
  it.each([
    { embeddedMemory: undefined, availableBytes: gigabyte, expected: 'small' },
    { embeddedMemory: undefined, availableBytes: 3 * gigabyte, expected: 'large' },
    { embeddedMemory: 'small', availableBytes: 16 * gigabyte, expected: 'small' },
    { embeddedMemory: 'large', availableBytes: gigabyte, expected: 'large' },
  ] as const)(
    'is $expected where $embeddedMemory is set and $availableBytes bytes are free',
    ({ embeddedMemory, availableBytes, expected }) => {
      expect(embeddedMemoryOf({ embeddedMemory }, availableBytes)).toBe(expected);
    },
  );
});
