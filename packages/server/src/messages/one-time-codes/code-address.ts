import { readEmailAddress } from '../../lib/email-address.ts';
import { type PhoneFault, readPhoneNumber } from '../../lib/phone-numbers.ts';
import type { MessageChannel } from '../index.ts';

/** Why no code goes to an address. `countryNotServed`: the deployment sends no SMS to that country. */
export type AddressFault = PhoneFault | 'countryNotServed';

export type AddressReading =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'fault'; readonly reason: AddressFault };

/** An address as somebody wrote it. */
export interface SubmittedAddress {
  readonly channel: MessageChannel;
  readonly address: string;
  /** Alpha-2, for a phone number that is written without its country. */
  readonly country?: string | undefined;
}

/** An address in the one form that is sent to: E.164, or a mail address. */
export function readAddress(
  submitted: SubmittedAddress,
  /** Alpha-2 codes; undefined: all. */
  smsCountries: ReadonlySet<string> | undefined,
): AddressReading {
  if (submitted.channel === 'email') {
    const address = readEmailAddress(submitted.address);
    return address === undefined ? { kind: 'fault', reason: 'malformed' } : { kind: 'address', address };
  }
  const phone = readPhoneNumber(submitted.address, submitted.country);
  if (phone.kind === 'fault') return phone;
  if (smsCountries !== undefined && !smsCountries.has(phone.country)) {
    return { kind: 'fault', reason: 'countryNotServed' };
  }
  return { kind: 'address', address: phone.e164 };
}

/** The address in the one form that is sent to; undefined where it is none. */
export function codeAddress(submitted: SubmittedAddress): string | undefined {
  const read = readAddress(submitted, undefined);
  return read.kind === 'address' ? read.address : undefined;
}
