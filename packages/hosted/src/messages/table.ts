import type { Labels } from '@gatehouse/contract/reference-labels';
import type { en } from './en.ts';

/** Texts of one plural category each (Intl.PluralRules); `{count}` is the number, written as the language does. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

type MessageKey = keyof typeof en;
export type PluralKey = { [Key in MessageKey]: (typeof en)[Key] extends string ? never : Key }[MessageKey];
export type TextKey = Exclude<MessageKey, PluralKey>;

/** All texts of the pages in one language; what is in braces is filled in. */
export type Messages = { readonly [Key in TextKey]: string } & { readonly [Key in PluralKey]: Plural };

export interface LanguageTable {
  readonly messages: Messages;
  readonly labels: Labels;
}

export type Params = Readonly<Record<string, string | number>>;

/** Puts values where their names are in braces. */
export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
