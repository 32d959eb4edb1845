import { wordPhrases } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { fileRefusal } from './file-refusal.ts';

it.each([
  'the file is empty',
  'the virus scanner found Eicar-Test-Signature in the file',
  'file: the content must be PNG, JPG, JPEG, GIF, WEBP, TIFF or PDF',
  'file: the content must be PNG, JPG, JPEG, GIF, WEBP, TIFF or PDF, not application/zip',
  'file: the PNG content ends before its last chunk',
  'filename ends with .jpg, but the content is image/png',
  'the media type is image/gif, but the content is image/png',
])('says of a file in other languages what it says in English: %s', (english) => {
  expect(wordPhrases(fileRefusal(english)!)).toBe(english);
});

it('has no words for what is said elsewhere', () => {
  expect(fileRefusal('the object store failed')).toBeUndefined();
});
