import { expect, it } from 'vitest';
import { noDifferencesText } from './reviewed-documents.ts';

it('says of entries that they do not differ only where two were compared', () => {
  const stated = { stated: '1980-03-02', confirmed: null };
  const entered = { stated: null, confirmed: 'X1234567' };
  expect(noDifferencesText([stated, entered], false)).toBeNull();
  expect(noDifferencesText([entered, { ...stated, confirmed: '1980-03-02' }], false)).toBe(
    'No differences between entries were found. Nothing was compared with the document.',
  );
  expect(noDifferencesText([entered], true)).toBe('No differences found.');
});
