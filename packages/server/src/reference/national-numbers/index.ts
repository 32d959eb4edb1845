/**
 * Numbers that states give to people, companies and their documents: forms and check digits by country. It needs no store and
 * no server, so that the command line checks numbers as the service does; it never refuses a number whose form it does not know.
 */

export { validateDocumentNumber } from './document-number.ts';
export { findInvalidIdentifiers } from './invalid-identifiers.ts';
export { type IdentityCard, nationalIds } from './national-ids.ts';
export { residencePermits } from './residence-permits.ts';
