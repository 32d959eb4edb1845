import type { GrantUnit } from '@gatehouse/contract';
import { labelOf } from '../ui/format.ts';

type EventType = Exclude<GrantUnit, 'QUICK_SCAN'>;

/** Every event type, with its words; the compiler demands those that come. */
const events: Readonly<Record<EventType, true>> = {
  KYC_EVENT: true,
  KYB_EVENT: true,
  TRANSACTION_EVENT: true,
  WEB3_TRANSACTION_EVENT: true,
  MANUAL_CASE_EVENT: true,
};

export function eventName(eventType: string): string {
  return labelOf(eventType.toLowerCase());
}

export const eventNames = Object.keys(events).map((value) => ({ value, label: eventName(value) }));
