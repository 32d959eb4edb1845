import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Labels } from '@gatehouse/contract/reference-labels';
import { enLabels } from '@gatehouse/contract/reference-labels/en';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { languageCodes, languages, loadMessages } from './languages.ts';
import type { Plural } from './table.ts';

const others = languageCodes.filter((code) => code !== 'en');

/** All texts of a message by category; a plain text has one. */
function formsOf(message: string | Plural): Record<string, string> {
  return typeof message === 'string' ? { text: message } : { ...message };
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].toSorted();
}

function paths(labels: Labels): string[] {
  const lists = Object.entries(labels.choices).flatMap(([list, names]) =>
    Object.keys(names).map((code) => `choices ${list} ${code}`),
  );
  const { choices: _, ...rest } = labels;
  return [
    ...Object.entries(rest).flatMap(([kind, names]) => Object.keys(names).map((code) => `${kind} ${code}`)),
    ...lists,
  ].toSorted();
}

describe.each(others)('the texts in %s', (language) => {
  it('have every key of English, and no other', async () => {
    const { messages } = await languages[language].load();
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('have the placeholders of English, and no empty text', async () => {
    const { messages } = await languages[language].load();
    for (const [key, message] of Object.entries(en)) {
      const wanted = placeholders(Object.values(formsOf(message)).join());
      const forms = formsOf(messages[key as keyof typeof en]);
      expect(placeholders(Object.values(forms).join()), key).toEqual(wanted);
      for (const text of Object.values(forms)) expect(text.trim(), key).not.toBe('');
      // The general form is used for every number that has none of its own.
      if ('other' in forms) expect(placeholders(forms['other']!), key).toEqual(wanted);
    }
  });

  it('have exactly the plural forms that the language has', async () => {
    const { messages } = await languages[language].load();
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message !== 'string') expect(Object.keys(message).toSorted(), key).toEqual(wanted);
    }
  });

  it('name everything that English names', async () => {
    const { labels } = await languages[language].load();
    expect(paths(labels)).toEqual(paths(enLabels));
  });
});

describe('the texts', () => {
  it('are all used', () => {
    const source = join(import.meta.dirname, '..');
    const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('messages'))
      .map((path) => readFileSync(join(source, path), 'utf8'))
      .join('\n');
    const words = readFileSync(join(import.meta.dirname, 'translator.ts'), 'utf8');
    const unused = Object.keys(en)
      // Keys that end in a word of the flow's own are put together.
      .filter((key) => !/^(step|read|topic|why|ownersRole)_|^fault_(min|max)(Date)?$/.test(key))
      .filter((key) => !(text + words).includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});

describe('words', () => {
  it('fill numbers, dates and plurals in as the language writes them', async () => {
    const german = await loadMessages('de');
    expect(german.counted('codeWrong', 1)).toBe('Der Code ist falsch. Sie haben noch 1 Versuch.');
    expect(german.counted('fault_maxLength', 1000)).toBe('Höchstens 1.000 Zeichen.');
    expect(german.date('1980-02-03')).toBe('3. Februar 1980');
    expect(german.date('1980')).toBe('1980');
    const arabic = await loadMessages('ar');
    expect(arabic.direction).toBe('rtl');
    expect(arabic.counted('codeWrong', 2)).toBe('الرمز خاطئ. بقيت لديك محاولتان.');
    expect(arabic.country('SG')).toBe('سنغافورة');
  });

  it('take the tenant’s own label before theirs, and fall back to the service’s', async () => {
    const words = await loadMessages('fr');
    expect(words.field({ field: 'name', label: 'x', ownLabel: false })).toBe('Nom complet');
    expect(words.speakingTo('company').field({ field: 'name', label: 'x', ownLabel: false })).toBe(
      'Dénomination sociale',
    );
    expect(words.field({ field: 'name', label: 'Nom d’usage', ownLabel: true })).toBe('Nom d’usage');
    expect(words.field({ field: 'hobby', label: 'Hobby', ownLabel: false })).toBe('Hobby');
    expect(words.document('DE_PASSPORT', 'Passport of Germany')).toBe('Passeport, Allemagne');
    expect(words.choice('source_of_wealth', { code: 'MINE', name: 'Of the tenant' })).toBe('Of the tenant');
  });
});
