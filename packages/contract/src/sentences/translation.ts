type PluralRule = Intl.LDMLPluralRule;
type PluralForm = `${string}_${PluralRule}`;
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/**
 * Texts in another language: every text of English, and of each text that depends on a count the forms that the language
 * has (Intl.PluralRules).
 */
export type Translation<English> = {
  readonly [Key in Exclude<keyof English & string, PluralForm>]: string;
} & {
  readonly [Key in `${PluralBase<keyof English>}_other`]: string;
} & { readonly [Key in `${PluralBase<keyof English>}_${Exclude<PluralRule, 'other'>}`]?: string };
