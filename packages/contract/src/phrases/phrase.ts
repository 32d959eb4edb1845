import { expressions } from './expressions.ts';
import { findings } from './findings.ts';
import { type HitNames, wordHitNames } from './hit-names.ts';
import { parts } from './parts.ts';
import { problems } from './problems.ts';
import { refusals } from './refusals.ts';
import { rules } from './rules.ts';

/** What the service says to people, in English: what the console shows in their language. By group and code. */
const phraseGroups = { expressions, findings, problems, refusals, rules } as const;

type Groups = typeof phraseGroups;
type PluralForm = `${string}_${'one' | 'other'}`;
type CodeOf<Texts> =
  | Exclude<keyof Texts & string, PluralForm>
  | (keyof Texts extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never);

/** `group.code`; the code of a text that depends on a count has no ending. */
export type PhraseCode = { [Group in keyof Groups]: `${Group}.${CodeOf<Groups[Group]>}` }[keyof Groups];

type TextOf<Code extends PhraseCode> = Code extends `${infer Group extends keyof Groups}.${infer Key}`
  ? Key extends keyof Groups[Group]
    ? Groups[Group][Key]
    : `${Key}_other` extends keyof Groups[Group]
      ? Groups[Group][`${Key}_other`]
      : never
  : never;
type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** A list is a choice where its members have words, and else is written with commas. */
export type PhraseValue = string | number | readonly string[] | HitNames;
export type PhraseValues = Readonly<Record<string, PhraseValue>>;
/** What the braces of a text name, as the argument after its code; none where it has no braces. */
export type ValuesOf<Code extends PhraseCode> = [Placeholder<TextOf<Code>>] extends [never]
  ? []
  : [
      values: {
        readonly [Name in Placeholder<TextOf<Code>>]: Name extends 'count' ? number : PhraseValue;
      } & { readonly count?: number },
    ];

/** A text as data: its code and what its braces stand for. */
export interface Phrase {
  readonly code: PhraseCode;
  readonly values: PhraseValues;
}

/** A text of the catalogue with its values. */
export function phrase<Code extends PhraseCode>(code: Code, ...[values]: ValuesOf<Code>): Phrase {
  return { code, values: (values as PhraseValues | undefined) ?? {} };
}

const texts: ReadonlyMap<string, string> = new Map(
  Object.entries(phraseGroups).flatMap(([group, members]) =>
    Object.entries(members).map(([code, text]) => [`${group}.${code}`, text] as const),
  ),
);
const words: ReadonlyMap<string, string> = new Map(Object.entries(parts));
const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** In English; of several each explains the one before it. */
export function wordPhrases(phrases: Phrase | readonly Phrase[]): string {
  return [phrases].flat().map(wordPhrase).join(': ');
}

function wordPhrase({ code, values }: Phrase): string {
  const { count } = values;
  const form = typeof count === 'number' ? `${code}_${count === 1 ? 'one' : 'other'}` : code;
  const template = texts.get(form) ?? texts.get(code);
  if (template === undefined) throw new Error(`no phrase has the code ${code}`);
  // Filled once, so that braces in a value are no placeholders.
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : wordValue(name, values[name]),
  );
}

function wordValue(name: string, value: PhraseValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object' && 'named' in value) return wordHitNames(value);
  if (name === 'meant') return value.length === 0 ? '' : parts.meant.replace('{meant}', () => String(value));
  const group = name.replace(/\d$/, '');
  if (typeof value === 'string') return words.get(`${group}.${value}`) ?? value;
  const known = value.flatMap((each) => words.get(`${group}.${each}`) ?? []);
  return known.length === value.length && known.length > 0 ? choice.format(new Set(known)) : value.join(', ');
}
