import type { PreviewedCustomer } from './preview-rows.ts';

/** The settings that are active: they are compared with the others in the same pass, and come first there. */
export const activeVariant = 0;

type Kept = Omit<PreviewedCustomer, 'customerName'>;

/** Customers with what the others differ in, numbered as they were given: without the settings that are active. */
export function withoutActive(customers: readonly Kept[]): Kept[] {
  return customers.flatMap((customer) => {
    const appearing = customer.appearing.flatMap(renumbered);
    const vanishing = customer.vanishing.flatMap(renumbered);
    return appearing.length + vanishing.length === 0 ? [] : [{ ...customer, appearing, vanishing }];
  });
}

function renumbered<Alert extends { readonly variants?: number[] | undefined }>(alert: Alert): Alert[] {
  const variants = (alert.variants ?? []).flatMap((one) => (one === activeVariant ? [] : [one - 1]));
  return variants.length === 0 ? [] : [{ ...alert, variants }];
}
