import type { FieldFault, FieldValues, FlowField } from '@gatehouse/contract';
import { readEmailAddress } from '../../lib/email-address.ts';
import { readPhoneNumber } from '../../lib/phone-numbers.ts';
import type { StepContext } from './step-type.ts';

/** Why a number takes no text message, though it is a telephone's. */
const takesCallsAlone: ReadonlySet<string> = new Set(['noMessages', 'countryNotServed']);

/**
 * Phone numbers and mail addresses that nobody can be reached at: they are refused where they are entered, not where a
 * code is to be sent. That a number takes no text messages counts where the workflow sends one to it.
 */
export function contactFaults(
  { codes, codeSteps }: Pick<StepContext, 'codes' | 'codeSteps'>,
  fields: readonly Pick<FlowField, 'field' | 'type'>[],
  values: FieldValues,
): FieldFault[] {
  const textOf = (field: string) => {
    const value = fields.some((each) => each.field === field) ? values[field] : null;
    return typeof value === 'string' ? value : undefined;
  };
  const [number, country] = [textOf('phoneNumber'), textOf('phoneCountry')];
  const emails = fields.filter(({ type }) => type === 'email').map(({ field }) => field);
  return [
    ...emails
      .filter((field) => textOf(field) !== undefined && readEmailAddress(textOf(field)!) === undefined)
      .map((field) => ({ field, rule: 'type', params: { type: 'email' } })),
    ...(number === undefined || country === undefined ? [] : phoneFaults({ number, country })),
  ];

  function phoneFaults(phone: { readonly number: string; readonly country: string }): FieldFault[] {
    const submitted = { channel: 'sms' as const, address: phone.number, country: phone.country };
    const isProved = codeSteps.has('phone-verification') && codes !== undefined;
    const read = readPhoneNumber(phone.number, phone.country);
    const reason = isProved ? codes.faultOf(submitted) : read.kind === 'fault' ? read.reason : undefined;
    if (reason === undefined || (!isProved && takesCallsAlone.has(reason))) return [];
    return [{ field: 'phoneNumber', rule: 'type', params: { reason } }];
  }
}

/** Those of other fields: what is wrong with a field already is said once. */
export function unlessFaulty(known: readonly FieldFault[], faults: readonly FieldFault[]): FieldFault[] {
  const faulty = new Set(known.map(({ field }) => field));
  return faults.filter(({ field }) => !faulty.has(field));
}
