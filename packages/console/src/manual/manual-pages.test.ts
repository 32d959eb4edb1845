import { describe, expect, it } from 'vitest';
import { languages } from '../messages/languages.ts';
import { type PageFolder, pageTexts } from '../messages/page-texts.ts';
import { manualName, readManual } from './manual-pages.ts';

/** Files of the repository by their path from here. */
const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true });
const [router = ''] = Object.values(
  import.meta.glob<string>('../router.tsx', { query: '?raw', import: 'default', eager: true }),
);
const [frame = ''] = Object.values(
  import.meta.glob<string>('../frame.tsx', { query: '?raw', import: 'default', eager: true }),
);
const docs = import.meta.glob<string>('../../../../docs/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const routes = [...router.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path]) => path!);
/** Pages that nobody is signed in for have no frame, and say all that there is to say. */
const [, open = ''] = /^const open = \/(.*)\/;$/m.exec(frame) ?? [];
const framed = routes.filter((route) => !new RegExp(open.replaceAll('\\/', '/')).test(route));

const manuals = Object.entries(files).map(([path, content]) => {
  const [, language = '', name = ''] = /^\.\/(\w+)\/(.+)\.md$/.exec(path) ?? [];
  return { path, language, name, content, page: readManual(content) };
});

/** Every text of a language, in the forms that screens show. */
async function textsOf(language: Exclude<keyof typeof languages, 'pseudo'>): Promise<Set<string>> {
  const folders = Object.keys(pageTexts) as PageFolder[];
  const later = await Promise.all(folders.map((folder) => pageTexts[folder][language]()));
  const all = [...Object.values(await languages[language].load()), ...later];
  return new Set(all.flatMap((texts) => Object.values(texts as Record<string, string>)));
}

describe('the manual', () => {
  it('has a page for each route of the console that is shown in the frame, and no other', () => {
    expect(framed.length).toBeGreaterThan(30);
    expect(routes.length - framed.length).toBe(4);
    const names = (language: string) =>
      manuals.filter((one) => one.language === language).map(({ name }) => name);
    const wanted = framed.map(manualName).toSorted();
    const translated = Object.keys(languages).filter((language) => language !== 'pseudo');
    expect([...new Set(manuals.map(({ language }) => language))].toSorted()).toEqual(translated.toSorted());
    for (const language of translated) expect(names(language).toSorted(), language).toEqual(wanted);
  });

  it.each(manuals)('$path says what the page is for, what it shows and what one can do', ({ page }) => {
    // A Chinese sentence has few characters.
    expect(page.body).toMatch(/^# .+\n\n.{12,}/);
    expect([...page.body.matchAll(/^## /gm)].length).toBeGreaterThanOrEqual(2);
    // What is no heading, list or paragraph would be drawn as it is written.
    expect(page.body).not.toMatch(/^(?:#{3,}|\d+\.|\||>|```)|\]\(/m);
  });

  it.each(manuals)('$path names in bold only what the console calls so', async ({ page, language }) => {
    const texts = await textsOf(language as 'en');
    const bold = [...page.body.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words]) => words!);
    expect(bold.filter((words) => !texts.has(words))).toEqual([]);
  });

  it.each(manuals)('$path names permissions and documentation that exist', ({ page }) => {
    const known = docs['../../../../docs/console-routes.md']!;
    expect(page.permissions.filter((name) => !known.includes(`| \`${name}\` |`))).toEqual([]);
    const [path = '', hash] = page.docs.split('#');
    const content = docs[`../../../../${path}`];
    expect(content, page.docs).toBeDefined();
    const anchors = [...content!.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    if (hash !== undefined) expect(anchors).toContain(hash);
  });

  it.each(manuals.filter(({ language }) => language !== 'en'))(
    '$path has the parts, permissions and references of English',
    ({ name, page }) => {
      const english = readManual(files[`./en/${name}.md`]!);
      const outline = (body: string) => body.split('\n').map((line) => /^(?:#+ |- )?/.exec(line)![0]);
      expect(outline(page.body)).toEqual(outline(english.body));
      expect({ ...page, body: '' }).toEqual({ ...english, body: '' });
    },
  );
});
