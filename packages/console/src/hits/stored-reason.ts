import { knownServiceText, serviceText } from '../messages/service-sentence.ts';
import { currentLanguage, currentLocale, text } from '../messages/text.ts';
import { countryReason } from '../ui/country-text.ts';
import { identifierDetail, isIdentifierDetail } from './identifier-detail.ts';
import { birthDateText, genderText, isBirthDate, isGender } from './reason-text.ts';

/**
 * The reason of a ruling or a decision in the language of the page, where it is one that the service offers. It is sent
 * and stored in English, which the service compares with the hits; a person's own words stay as they are.
 */
export function storedReason(reason: string): string {
  if (currentLanguage() === 'en') return reason;
  return (
    knownServiceText('ruling', reason, rulingValue) ??
    knownServiceText('decision', reason) ??
    agreementText(reason) ??
    reason
  );
}

/** What the service puts in such a place; undefined for words of people. */
function rulingValue(name: string, value: string): string | undefined {
  if (name === 'identifier') return isIdentifierDetail(value) ? identifierDetail(value) : undefined;
  if (/gender$/i.test(name)) return isGender(value) ? genderText(value) : undefined;
  if (/countries$/i.test(name)) return countryCodes.test(value) ? countryReason(value) : undefined;
  return isBirthDate(value) ? birthDateText(value) : undefined;
}

const countryCodes = /^[A-Z]{2}(?:, [A-Z]{2})*$/;

/** `Name agrees; year of birth agrees (1980)`: each clause by itself. */
function agreementText(reason: string): string | undefined {
  const [, said, common] = /^(.+ agrees) \(([\d-]+)\)$/.exec(reason) ?? [];
  if (said === undefined || common === undefined) return undefined;
  const clauses = said
    .split('; ')
    .map((clause) => knownServiceText('agreement', clause.charAt(0).toLowerCase() + clause.slice(1)));
  if (!clauses.every((clause) => clause !== undefined)) return undefined;
  const agreeing = clauses.reduce((first, next) => text('sentences.agreement-then', { first, next }));
  const written = serviceText('agreement', `${agreeing} (${common})`);
  return written.charAt(0).toLocaleUpperCase(currentLocale()) + written.slice(1);
}
