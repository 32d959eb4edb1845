/** Takes the names out of one published alias, which may hold several, or a name and remarks about it. */

const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Between names of one element: semicolons of any script, and enumeration letters. */
const BETWEEN = /\s*[;؛]\s*|\s+[a-z]\)\s+/;
/** Where a remark begins: everything from here on is not part of the name. */
const REMARK =
  /,?\s+(?:born|passport|previously listed as|formerly listed as|false identity|date of birth)\b.*$/iu;

export interface AliasName {
  text: string;
  /** Written in another script than Latin. */
  original: boolean;
}

function clean(text: string): string {
  return text
    .replace(/["“”«»]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.:-]+|[\s,:-]+$/g, '')
    .trim();
}

/** What is in brackets: a name in another script or further names; remarks and acronyms stay where they are. */
function bracketNames(inside: string, outside: string): string[] | undefined {
  const text = inside.replace(/^original script:\s*/i, '');
  if (NON_LATIN.test(text)) return text.split(BETWEEN);
  if (NON_LATIN.test(outside) && LATIN.test(text)) return text.split(BETWEEN);
  if (/^(?:third|combat name|birth name|previously listed as|false identity|.*passport).*/i.test(text))
    return [];
  return undefined;
}

/** Names inside one alias, in order. */
export function splitAlias(alias: string): AliasName[] {
  const found: string[] = [];
  let rest = alias.replace(/\s+/g, ' ');
  for (const match of rest.matchAll(/\(([^()]*)\)?/g)) {
    const inside = bracketNames(match[1]!, rest.slice(0, match.index));
    if (inside === undefined) continue;
    found.push(...inside);
    rest = rest.replace(match[0], ' ');
  }
  found.unshift(...rest.split(BETWEEN));
  const names: AliasName[] = [];
  for (const item of found) {
    const text = clean(item.replace(REMARK, ''));
    if (/[\p{L}\p{N}]/u.test(text)) names.push({ text, original: NON_LATIN.test(text) });
  }
  return names;
}
