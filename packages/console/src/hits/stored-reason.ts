import { knownServiceText, serviceText, type WriteValue } from '../messages/service-sentence.ts';
import { currentLanguage, currentLocale, text } from '../messages/text.ts';
import { countryReason } from '../ui/country-text.ts';
import { identifierDetail, isIdentifierDetail } from './identifier-detail.ts';
import { dateOfBirthText, genderText, isDateOfBirth, isGender } from './reason-text.ts';

/**
 * A reason that the service offers, in the language of the page. It is sent and stored in English, which the service
 * compares with the hits.
 */
export function offeredReason(reason: string): string {
  return reasonText(reason, (name, value) =>
    name === 'identifier' && isIdentifierDetail(value) ? identifierDetail(value) : rulingValue(name, value),
  );
}

/**
 * The reason of a ruling or a decision as it was stored. A whole sentence of the service is in the language of the page.
 * An identifier may have any words beside it, and nobody knows any more who wrote them: such a reason stays as it is, as
 * a person's own words do.
 */
export function storedReason(reason: string): string {
  return reasonText(reason, rulingValue);
}

function reasonText(reason: string, write: WriteValue): string {
  if (currentLanguage() === 'en') return reason;
  return (
    knownServiceText('ruling', reason, write) ??
    knownServiceText('decision', reason) ??
    agreementText(reason) ??
    reason
  );
}

/** What the service alone puts in such a place; undefined for what may be words of people. */
function rulingValue(name: string, value: string): string | undefined {
  if (name === 'identifier') return undefined;
  if (/gender$/i.test(name)) return isGender(value) ? genderText(value) : undefined;
  if (/countries$/i.test(name)) return countryCodes.test(value) ? countryReason(value) : undefined;
  return isDateOfBirth(value) ? dateOfBirthText(value) : undefined;
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
