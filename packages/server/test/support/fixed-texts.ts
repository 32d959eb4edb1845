import type { Page } from 'playwright-core';
import type { aTenant } from './tenants.ts';

/** What is data and no text of the console: codes, ids, addresses, names of products. */
const data = [
  /\bhttps?:\/\/[\w.-]*/g,
  /[\w.+-]+@[\w.-]+/g,
  /\b(?:Gatehouse|English|Deutsch|Français|Español|Pseudo|UTC|HeadlessChrome|Chrome|Linux|React Flow(?: attribution)?|Ctrl|Shift|autosize measurement|async|sync|kB|MB|GB)\b/g,
  /\bgatehouse people link\b/g,
  // An ID that is cut: by the minute, its first digits are two letters in a row or not.
  /\b[0-9a-f]{8}…/g,
  // The version of a list, by the hash of its files.
  /\b[0-9a-f]{16}\b/g,
  // What a webhook's definition has as codes, and languages of programs.
  /\b(?:POST|PUT|PATCH|GET|DELETE|NONE|HMAC_SHA256|TIMESTAMP_BODY|BODY|TypeScript|Python)\b/g,
  // A country as the pages write it, formatted in the locale of the pseudo-language: its name and its code.
  /[\p{Script=Han}）] \([A-Z]{2}\)/gu,
];

/** All texts of a part of a page, shown or read out; code is data, and what says that it is in another language is no text of the page's. */
const shownTexts = (part: string) => `(() => {
  const root = document.querySelector(${JSON.stringify(part)});
  const texts = [];
  const ofElements = new Map();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const isCode = walker.currentNode.parentElement.closest('code, kbd, style, script, [translate="no"], body [lang]');
    if (isCode) continue;
    const { parentElement, textContent } = walker.currentNode;
    // A sentence with elements in it is of one element, whose own texts belong together.
    ofElements.set(parentElement, (ofElements.get(parentElement) ?? '') + textContent);
  }
  // A field that grows has a hidden one beside it to be measured.
  for (const each of root.querySelectorAll('*:not(textarea[aria-hidden])')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
    }
  }
  return [...texts, ...ofElements.values()];
})()`;

/**
 * Texts in the pseudo-language of the console that are not of its catalogue: what has Latin letters outside of the
 * brackets, is no data of the tenant and no code.
 * @param part a selector of what is read: all of the page with its frame, where none is given
 */
export async function fixedTexts(
  page: Page,
  tenant: ReturnType<typeof aTenant>,
  part = 'body',
): Promise<string[]> {
  const shown = await page.evaluate<string[]>(shownTexts(part));
  const known = JSON.stringify(tenant).split(/[^\p{L}\p{N}@._-]+/u);
  return [...new Set(shown)].filter((text) => {
    const rest = data.reduce((left, pattern) => left.replaceAll(pattern, ' '), withoutBrackets(text));
    const words = rest.split(/[^\p{L}\p{N}@._-]+/u).filter((word) => /[A-Za-z]{2}/.test(word));
    return words.some((word) => !known.includes(word));
  });
}

/** Without the texts of the catalogue, which may have others inside. */
function withoutBrackets(text: string): string {
  // A drawing cuts what is too long for its card; then the bracket that closes it is cut as well.
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧|⟦[^⟦⟧]*…$/g, ' ');
  return less === text ? text : withoutBrackets(less);
}
