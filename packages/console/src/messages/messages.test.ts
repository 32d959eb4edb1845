import { describe, expect, it } from 'vitest';
import { type Language, languages, localeOf, matchLanguage } from './languages.ts';
import { type PageFolder, pageTexts } from './page-texts.ts';
import { toPseudoText } from './pseudo.ts';
import { sameTexts } from './same-texts.fixture.ts';
import { apart, directionFor, loadLanguage, loadPageTexts, text, textIfKnown } from './text.ts';

type Texts = Readonly<Record<string, string>>;

type Translated = Exclude<Language, 'pseudo'>;

const pageFolders = Object.keys(pageTexts) as PageFolder[];
const others = (Object.keys(languages) as Language[]).filter(
  (code): code is Exclude<Translated, 'en'> => code !== 'en' && code !== 'pseudo',
);
const pluralForm = /_(?:zero|one|two|few|many|other)$/;

/** All texts of a language by `folder.key`, with those that load with their page. */
async function textsOf(language: Translated): Promise<Texts> {
  const later = pageFolders.map(async (folder) => [folder, await pageTexts[folder][language]()] as const);
  return flatten({
    ...(await languages[language].load()),
    ...Object.fromEntries(await Promise.all(later)),
  });
}

/** All modules of the console by path. */
function readModules(): Readonly<Record<string, string>> {
  return import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
}

function flatten(folders: Readonly<Record<string, Texts>>): Texts {
  return Object.fromEntries(
    Object.entries(folders).flatMap(([folder, texts]) =>
      Object.entries(texts).map(([key, value]) => [`${folder}.${key}`, value] as const),
    ),
  );
}

/** The texts of a message: one, or one of each plural form. */
function messagesOf(texts: Texts): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const [key, value] of Object.entries(texts)) {
    const name = key.replace(pluralForm, '');
    messages.set(name, [...(messages.get(name) ?? []), value]);
  }
  return messages;
}

function placeholders(forms: readonly string[]): string[] {
  return [...new Set([...forms.join().matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].toSorted();
}

/** Folders whose texts the service names by their codes; its own compiler knows which there are. */
const saidByService = ['expressions', 'findings', 'parts', 'problems', 'refusals', 'rules'];
/** Folders of which every key is put together: of the words of a code, or of the sentence that the service stored. */
const putTogether = ['labels', 'sentences'];

const enTexts = await textsOf('en');
const enMessages = messagesOf(enTexts);

describe.each(others)('the texts in %s', (language) => {
  it('are those of English, with the same placeholders', async () => {
    const messages = messagesOf(await textsOf(language));
    expect([...messages.keys()].toSorted()).toEqual([...enMessages.keys()].toSorted());
    for (const [name, forms] of enMessages) {
      expect(placeholders(messages.get(name)!), name).toEqual(placeholders(forms));
    }
  });

  it('have exactly the plural forms that the language has', async () => {
    const texts = await textsOf(language);
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = Object.keys(enTexts).filter((key) => key.endsWith('_other'));
    expect(
      Object.keys(texts)
        .filter((key) => pluralForm.test(key))
        .toSorted(),
    ).toEqual(counted.flatMap((key) => wanted.map((form) => key.replace(pluralForm, `_${form}`))).toSorted());
  });

  it('are neither empty nor still English', async () => {
    const same = new Set<string>(sameTexts[language as keyof typeof sameTexts]);
    const untranslated = Object.entries(await textsOf(language)).filter(
      ([key, value]) =>
        value.trim() === '' ||
        (/\p{L}/u.test(value.replaceAll(/\{\w+\}/g, '')) && value === enTexts[key] && !same.has(value)),
    );
    expect(untranslated).toEqual([]);
  });
});

describe('the texts', () => {
  it('are all used', () => {
    const code = Object.entries(readModules())
      .filter(([path]) => !/^\.\/[a-z]{2}\/|\.test\./.test(path))
      .map(([, content]) => content)
      .join('\n');
    // Keys that end in a code of the service are put together; a folder alone would count all of its texts.
    const beginnings = [...code.matchAll(/`(\w+\.[\w-]+)\$\{/g)].map((match) => match[1]!);
    const named = new Set([...code.matchAll(/(?<=['"])\w+\.[\w.-]+(?=['"])/g)].map(([name]) => name));
    const unused = [...enMessages.keys()].filter(
      (name) =>
        !named.has(name) &&
        ![...saidByService, ...putTogether].includes(name.split('.')[0]!) &&
        !beginnings.some((beginning) => name.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });
});

describe.each(pageFolders)('the texts of the pages in %s', (folder) => {
  const modules = Object.entries(readModules()).filter(([path]) => !/^\.\/|\.test\./.test(path));
  const outside = modules.filter(([path]) => !path.startsWith(`../${folder}/`));
  const keys = [...enMessages.keys()].filter((key) => key.startsWith(`${folder}.`));
  /** Calls of the service are named alike, so only keys of texts count. */
  const readsTexts = (content: string) =>
    [...content.matchAll(new RegExp(`['"\`](${folder}\\.[\\w-]+)(['"\`]|\\$\\{)`, 'g'))].some(
      ([, name, end]) => (end === '${' ? keys.some((key) => key.startsWith(name!)) : keys.includes(name!)),
    );

  it('are read by modules of that folder alone', () => {
    expect(modules.some(([, content]) => readsTexts(content))).toBe(true);
    expect(outside.filter(([, content]) => readsTexts(content)).map(([path]) => path)).toEqual([]);
  });

  it('are loaded before a module of another folder loads one that reads them', () => {
    const importing = new RegExp(`(.{0,60})\\b(from |import\\()'\\.{1,2}/${folder}/([\\w-]+\\.tsx?)'`, 'gs');
    // The expression is slow on the many modules that name no file of the folder.
    const naming = outside.filter(([, content]) => content.includes(`/${folder}/`));
    const early = naming.flatMap(([path, content]) =>
      [...content.matchAll(importing)]
        .filter(([, before, how, file]) => {
          const imported = modules.find(([each]) => each === `../${folder}/${file!}`)![1];
          const loads = how === 'import(' && before!.includes(`withPageTexts('${folder}', () =>`);
          return !loads && (file!.endsWith('.tsx') || readsTexts(imported));
        })
        .map(([, , , file]) => `${path}: ${file}`),
    );
    expect(early).toEqual([]);
  });

  it('are there once the page has loaded them', async () => {
    const key = `${folder}.${Object.keys(await pageTexts[folder].en())[0]!}`;
    await loadLanguage('pseudo', []);
    expect(textIfKnown(key)).toBeUndefined();
    await loadPageTexts(folder);
    expect(textIfKnown(key)).toMatch(/^⟦/);
    await loadLanguage('fr', ['fr-FR']);
    expect(textIfKnown(key)).toBeUndefined();
    await loadPageTexts(folder);
    expect(textIfKnown(key)).toBeDefined();
    await loadLanguage('en', ['en-US']);
  });
});

describe('a text', () => {
  it('has numbers and plural forms as the language writes them', async () => {
    await loadLanguage('ar', []);
    expect(text('identity.methodPasskeys', { count: 2 })).toBe('مفتاحا مرور');
    await loadLanguage('de', ['de-DE']);
    expect(text('identity.methodPasskeys', { count: 12_345 })).toBe('12.345 Passkeys');
    await loadLanguage('en', ['en-US']);
    expect(text('identity.methodPasskeys', { count: 1 })).toBe('passkey');
  });

  it('keeps the direction of a value apart from a sentence from right to left', async () => {
    await loadLanguage('ar', []);
    expect(text('documents.pageOf', { file: 'scan (1).pdf', page: 'الصفحة 2' })).toBe(
      '\u200F\u2068scan (1).pdf\u2069، \u2068الصفحة 2\u2069',
    );
    expect(text('entities.labelled', { name: 'Jane', value: 'Doe' })).toBe(
      '\u2068Jane\u2069: \u2068Doe\u2069',
    );
    expect(text('audit.verifiedWords', { records: 2, blocks: 1, unsealed: 0 })).not.toMatch(
      /[\u2066-\u2069]/,
    );
    await loadLanguage('en', ['en-US']);
    expect(text('documents.pageOf', { file: 'scan (1).pdf', page: 'page 2' })).toBe('scan (1).pdf, page 2');
  });

  it('has the same digits as the fixed texts in every country of a language', async () => {
    await loadLanguage('ar', ['ar-EG']);
    expect(text('frame.resultCount', { count: 12 })).toBe('12 نتيجة');
    await loadLanguage('en', ['en-US']);
  });

  it('knows a text of an Arabic page that begins with a value from somebody’s own', async () => {
    await loadLanguage('ar', ['ar']);
    expect(
      directionFor(text('executions.version', { workflow: apart('Name screening'), version: '1' })),
    ).toBe('rtl');
    expect(directionFor(apart('اسم'))).toBe('auto');
    expect(directionFor('Jane Doe')).toBe('auto');
    await loadLanguage('en', ['en-US']);
    expect(directionFor('اسم')).toBe('auto');
  });

  it('breaks no line before a mark that French sets apart', async () => {
    await loadLanguage('fr', ['fr-FR']);
    expect(text('cases.viewNamed', { name: 'A : B' })).toBe('Vue\u00a0: A : B');
    expect(text('case.workflowStep', { step: 'A' })).toBe('Workflow, étape «\u00a0A\u00a0»');
    await loadLanguage('en', ['en-US']);
  });

  it('shows a value as it is, whatever it looks like', () => {
    const email = '$t(identity.account) {email} <b>&amp;</b>';
    expect(text('identity.invitationSent', { email })).toBe(`An invitation is on its way to ${email}.`);
  });
});

describe('the language', () => {
  it('is the first of the wanted ones that is offered', () => {
    expect(matchLanguage(['it', 'de-CH', 'fr'], ['en', 'de', 'fr'])).toBe('de');
    expect(matchLanguage(['de-CH'], ['en'])).toBe('en');
    expect(localeOf('de', ['fr-CH', 'de-CH'])).toBe('de-CH');
    expect(localeOf('en', ['de'])).toBe('en-GB');
  });

  it('of developers puts every text in brackets and keeps its placeholders', () => {
    expect(toPseudoText('Sign {name} in')).toBe('⟦Šígñ {name} íñ······⟧');
  });
});
