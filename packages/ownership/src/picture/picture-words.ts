import type { ControlMeans, OfficerRole } from '@gatehouse/contract';

/** Words of a picture in one language. */
export interface PictureWords {
  /** A language tag: numbers and plurals follow it. */
  readonly locale: string;
  readonly title: string;
  readonly customer: string;
  readonly person: string;
  readonly company: string;
  readonly unknownType: string;
  readonly unnamedPerson: string;
  readonly unnamedCompany: string;
  readonly unnamed: string;
  /** `{percent}` is a share. */
  readonly direct: string;
  readonly effective: string;
  readonly effectiveVotes: string;
  readonly effectiveNotKnown: string;
  readonly votes: string;
  readonly together: string;
  readonly maximum: string;
  readonly minimum: string;
  readonly shareNotStated: string;
  readonly ownerNotStated: string;
  readonly ownersNotStated: string;
  readonly holdsItself: string;
  readonly beneficialOwner: string;
  readonly possibleBeneficialOwner: string;
  readonly linked: string;
  readonly circular: string;
  readonly statedBy: string;
  readonly risk: string;
  readonly means: Readonly<Record<ControlMeans, string>>;
  readonly roles: Readonly<Record<OfficerRole, string>>;
  /** By plural category; `{count}` is the number. */
  readonly trueMatches: PluralWords;
  readonly openHits: PluralWords;
  readonly clearedHits: PluralWords;
  readonly moreOwners: PluralWords;
  readonly moreParties: PluralWords;
  readonly between: PluralWords;
  readonly notDrawn: PluralWords;
  readonly relationsNotDrawn: PluralWords;
  readonly unrelated: PluralWords;
}

export type PluralWords = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export const englishPictureWords: PictureWords = {
  locale: 'en',
  title: 'Ownership picture',
  customer: 'Customer',
  person: 'Person',
  company: 'Company',
  unknownType: 'Type not known',
  unnamedPerson: 'Unnamed person',
  unnamedCompany: 'Unnamed entity',
  unnamed: 'Unnamed party',
  direct: '{percent} direct',
  effective: '{percent} effective',
  effectiveVotes: '{percent} effective votes',
  effectiveNotKnown: 'Effective share not known',
  votes: '{percent} of votes',
  together: 'together {percent}',
  maximum: 'up to {percent}',
  minimum: 'at least {percent}',
  shareNotStated: 'share not stated',
  ownerNotStated: 'Owner not stated',
  ownersNotStated: 'Owners not stated',
  holdsItself: 'Holds {percent} of itself',
  beneficialOwner: 'Beneficial owner',
  possibleBeneficialOwner: 'Possible beneficial owner',
  linked: 'Linked',
  circular: 'Circular',
  statedBy: 'Stated by {source}',
  risk: 'Risk score {score}',
  means: {
    'appoints-board-majority': 'Appoints board majority',
    'dominant-influence': 'Dominant influence',
    agreement: 'Control by agreement',
    other: 'Control by other means',
  },
  roles: { director: 'Director', 'senior-managing-official': 'Senior managing official' },
  trueMatches: { one: '{count} true match', other: '{count} true matches' },
  openHits: { one: '{count} open hit', other: '{count} open hits' },
  clearedHits: { one: '{count} cleared hit', other: '{count} cleared hits' },
  moreOwners: { one: '{count} more owner', other: '{count} more owners' },
  moreParties: { one: '{count} more party', other: '{count} more parties' },
  between: { one: 'through {count} company', other: 'through {count} companies' },
  notDrawn: {
    one: '{count} party is not drawn by itself.',
    other: '{count} parties are not drawn one by one.',
  },
  relationsNotDrawn: { one: '{count} relation is not drawn.', other: '{count} relations are not drawn.' },
  unrelated: {
    one: '{count} party without a stated relation to the customer is not drawn.',
    other: '{count} parties without a stated relation to the customer are not drawn.',
  },
};

/** Fills the places of a text: `{name}`. */
export function fillWords(text: string, params: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place);
}

export function countedWords({ locale }: PictureWords, forms: PluralWords, count: number): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return fillWords(form, { count: new Intl.NumberFormat(locale).format(count) });
}
