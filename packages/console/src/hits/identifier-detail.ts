import { knownServiceText, serviceText } from '../messages/service-sentence.ts';
import { clausesText } from '../ui/format.ts';

/**
 * The line of the score about an identifier, saying that a wrong checksum is the submitted side's. Only of an address
 * that resembles a listed one is it a sign of a typing error: one that is the listed one stays a match. OFAC's code of
 * Bitcoin is explained.
 */
export function identifierDetail(detail: string): string {
  const parts = detail
    .replace(' and its checksum is wrong', '; the submitted address is invalid, probably mistyped')
    .replace('its checksum is wrong', 'as submitted its checksum is wrong, and it was found all the same')
    .split('; ')
    .map((part) => serviceText('identifier', part, identifierValue));
  return clausesText(parts).replaceAll(/\bchain XBT\b/g, 'chain Bitcoin (BTC; written XBT by OFAC)');
}

/** Whether it begins as such a line does. */
export function isIdentifierDetail(detail: string): boolean {
  return knownServiceText('identifier', detail.split('; ')[0]!) !== undefined;
}

function identifierValue(name: string, value: string): string {
  if (name === 'chain' && value === 'XBT') return serviceText('chain', 'Bitcoin (BTC; written XBT by OFAC)');
  return name === 'differing' ? serviceText('identifier', value) : value;
}
