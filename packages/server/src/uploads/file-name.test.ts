import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeAgrees, nameAgrees, safeFileName } from './file-name.ts';

describe('a file name', () => {
  it.each([
    ['../../etc/passport.png', 'passport.png'],
    ['C:\\Users\\jane\\scan.png', 'scan.png'],
    ['..', 'file.png'],
    ['', 'file.png'],
    [undefined, 'file.png'],
    ['.png', 'png'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['line\r\nbreak\0.png', 'linebreak.png'],
    ['护照.png', '护照.png'],
    ['a<b>"c".png', 'a_b__c_.png'],
    ['e\u0301.png', '\u00e9.png'],
  ])('%j becomes %j', (sent, safe) => {
    expect(safeFileName(sent, 'png')).toBe(safe);
  });

  it('is never empty, a path, longer than 255 bytes or full of controls, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 80 })),
        (sent) => {
          const safe = safeFileName(sent, 'pdf');
          expect(safe).not.toBe('');
          expect(safe).not.toMatch(/[/\\\p{Cc}]/u);
          expect(['.', '..']).not.toContain(safe);
          expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
          expect(safe.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('keeps its extension when it is cut', () => {
    const safe = safeFileName(`${'護'.repeat(300)}.jpeg`, 'jpeg');
    expect(safe.endsWith('護.jpeg')).toBe(true);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
  });
});

describe('what a name says of its type', () => {
  it.each(['a.jpg', 'a.JPEG', 'a', 'a.', 'scan.2024', 'Dr. Example', undefined, ''])(
    '%j does not contradict a JPEG',
    (name) => expect(nameAgrees(name, 'jpeg')).toBe(true),
  );

  it.each(['a.png', 'a.php', 'a.jpg.exe', 'a.html', 'a.svg', 'a.txt'])('%j contradicts a JPEG', (name) =>
    expect(nameAgrees(name, 'jpeg')).toBe(false),
  );
});

describe('a declared media type', () => {
  it.each([
    'image/jpeg',
    'IMAGE/JPEG',
    'image/jpg',
    'image/jpeg; q=1',
    'application/octet-stream',
    '',
    undefined,
  ])('%j does not contradict a JPEG', (declared) => expect(mediaTypeAgrees(declared, 'jpeg')).toBe(true));

  it.each(['image/png', 'text/html', 'text/plain', 'application/pdf'])('%j contradicts a JPEG', (declared) =>
    expect(mediaTypeAgrees(declared, 'jpeg')).toBe(false),
  );
});
