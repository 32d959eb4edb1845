import type { Translation } from '@gatehouse/contract/sentences';
import type { texts as english } from './en/index.ts';
import type { PageEnglish } from './page-english.ts';

export type { Translation };

type PluralRule = Intl.LDMLPluralRule;
type PluralForm = `${string}_${PluralRule}`;
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/** The texts that every page has, in one language, by folder. */
export type Catalogue = { readonly [Folder in keyof typeof english]: Translation<(typeof english)[Folder]> };

/** With the texts that load with their page. */
type AllEnglish = typeof english & PageEnglish;

type KeyOf<English> = Exclude<keyof English & string, PluralForm> | PluralBase<keyof English & string>;

/** `folder.key`; the key of a text that depends on a count has no ending. */
export type TextKey = {
  [Folder in keyof AllEnglish]: `${Folder}.${KeyOf<AllEnglish[Folder]>}`;
}[keyof AllEnglish];

type Texts<English, Key extends string> = Key extends keyof English
  ? English[Key]
  : `${Key}_other` extends keyof English
    ? English[`${Key}_other`]
    : never;

type English<Key extends TextKey> = Key extends `${infer Folder extends keyof AllEnglish}.${infer Rest}`
  ? Texts<AllEnglish[Folder], Rest>
  : never;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** What the braces of a text name. */
export type PlaceholderOf<Key extends TextKey> = Placeholder<English<Key>>;
