import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { labelOf, sentenceOf } from './format.ts';

afterEach(() => loadLanguage('en', ['en-US']));

it('closes a sentence once, with the mark of its language', async () => {
  expect(sentenceOf('the list is empty')).toBe('The list is empty.');
  for (const closed of ['关。', 'أهو؟', 'Fermé.', 'de «\u00a0A\u00a0»', 'von „A“', 'Wait…', 'أ.\u2069']) {
    expect(sentenceOf(closed).toLowerCase()).toBe(closed.toLowerCase());
  }
  await loadLanguage('zh', ['zh-CN']);
  expect(sentenceOf('列表为空')).toBe('列表为空。');
  expect(sentenceOf('列表为空。')).toBe('列表为空。');
});

it('names what a submit states of somebody in the language of the page', async () => {
  await loadLanguage('ar', ['ar-EG']);
  for (const name of ['owner', 'phoneNumber', 'phoneCountry', 'residentialAddress', 'registeredAddress']) {
    expect(labelOf(name), name).not.toMatch(/[a-z]/i);
  }
});
