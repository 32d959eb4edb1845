import { addressText } from '../ui/address-text.ts';
import { startOfDay } from '../ui/start-of-day.ts';

/** Which audit records are listed; kept in the address. */
export interface AuditFilters {
  readonly actor?: string;
  readonly act?: string;
  readonly objectId?: string;
  /** A customer with what belongs to it; in the tenant's log alone. */
  readonly customerId?: string;
  /** Days as date fields have them, in the person's time zone as the times of the records; both count. */
  readonly from?: string;
  readonly to?: string;
}

const names = ['actor', 'act', 'objectId', 'customerId', 'from', 'to'] as const;
const maxLength = 200;

/** The filters of an address; what is none is left out. */
export function readAuditFilters(search: Readonly<Record<string, unknown>>): AuditFilters {
  const stated = names.map((name) => [name, addressText(search, name, maxLength)] as const);
  return Object.fromEntries(
    stated.filter(
      ([name, value]) =>
        value !== undefined && ((name !== 'from' && name !== 'to') || startOfDay(value, 0) !== undefined),
    ),
  );
}

/** The filters as the service takes them. */
export function auditQuery({ from, to, ...others }: AuditFilters) {
  return {
    ...others,
    ...(from === undefined ? {} : { from: startOfDay(from, 0) }),
    ...(to === undefined ? {} : { to: startOfDay(to, 1) }),
  };
}
