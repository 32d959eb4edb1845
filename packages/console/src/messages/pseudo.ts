import type { Catalogue } from './catalogue.ts';

const accented: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Á', C: 'Ç', E: 'É', I: 'Í', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž' },
};

/** A text in brackets, with accents, as much longer as translations are; placeholders stay. */
export function toPseudoText(text: string): string {
  const changed = text.replaceAll(/\{\w+\}|[A-Za-z]/g, (part) => accented[part] ?? part);
  return `⟦${changed}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`;
}

/** English as a language that nobody speaks: what is not in brackets on a page is no text of the catalogue. */
export function toPseudo(english: Catalogue): Catalogue {
  const folders = Object.entries(english).map(([folder, texts]) => [folder, toPseudoTexts(texts)]);
  return Object.fromEntries(folders) as Catalogue;
}

export function toPseudoTexts(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudoText(text)]));
}
