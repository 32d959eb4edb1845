/** An audit record as it leaves the store. */
export interface StreamedRecord {
  /** The same when it is sent again. */
  readonly id: string;
  readonly tenant: string;
  /** Empty for what belongs to a tenant as a whole. */
  readonly domain: string;
  /** Place in the tenant's chain: the number of the sealed block, and the place in it from 0. */
  readonly block: number;
  readonly place: number;
  /** ISO 8601 in UTC with six digits of a second. */
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly action: string;
  readonly object: { readonly kind: string; readonly id: string };
  /** Only where the deployment streams details: they may say something of a customer. */
  readonly detail?: unknown;
}
