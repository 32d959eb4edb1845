import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataUrlDecoder } from './data-url.ts';

function decode(url: string, size: number): { bytes: Buffer; mediaType: string | undefined } {
  const decoder = new DataUrlDecoder();
  const pieces: Buffer[] = [];
  for (let at = 0; at < url.length; at += size) pieces.push(decoder.push(url.slice(at, at + size)));
  decoder.end();
  return { bytes: Buffer.concat(pieces), mediaType: decoder.mediaType };
}

describe('a data URL', () => {
  it('gives back every byte, however it comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        const url = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
        const decoded = decode(url, size);
        expect(decoded.bytes.equals(bytes)).toBe(true);
        expect(decoded.mediaType).toBe('image/png');
      }),
    );
  });

  it.each([
    ['data:image/png;name=a.png;base64,AAAA', 'image/png'],
    ['data:;base64,AAAA', ''],
    ['DATA:image/svg+xml;BASE64,AAAA', 'image/svg+xml'],
  ])('%s says what it is', (url, mediaType) => {
    expect(decode(url, 7).mediaType).toBe(mediaType);
  });

  it.each([
    'image/png;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64',
    `data:${'a'.repeat(300)};base64,AAAA`,
    'https://example.test/a.png',
    '',
  ])('%s is none', (url) => {
    for (const size of [1, 1_000]) expect(() => decode(url, size)).toThrow('must be a data URL');
  });

  it.each(['AAA', 'AA=A', 'A===', 'AAAA=', 'AA==AAAA', 'AB==', 'AA AA', 'AA\nAA', '-_-_', 'AAAé'])(
    'with %j as its content is refused',
    (content) => {
      for (const size of [1, 3, 1_000]) {
        expect(() => decode(`data:image/png;base64,${content}`, size)).toThrow('not base64');
      }
    },
  );
});
