import type { ShippedSection } from '../section.ts';

/** How hard to see through a product or service is; headings of EBA/GL/2021/02, wording ours. */
export const productServiceComplexity: ShippedSection<'product_service_complexity'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: [
    {
      code: 'SIMPLE',
      name: 'Simple',
      description: 'One product, own account, one jurisdiction, payments from and to the customer only',
    },
    {
      code: 'MODERATE',
      name: 'Moderate',
      description: 'Several products or currencies, or known third-party payers',
    },
    {
      code: 'COMPLEX',
      name: 'Complex',
      description: 'Several parties or jurisdictions, structured, leveraged or trade-finance products',
    },
    {
      code: 'HIGH_RISK',
      name: 'High-risk product or service',
      description:
        'Allows anonymity, pooled or nominee accounts, bearer instruments, unhosted digital-asset transfers',
    },
    { code: 'UNUSUAL', name: 'Unusual', description: 'No clear economic purpose for the customer profile' },
    { code: 'UNKNOWN', name: 'Unknown', description: 'Not stated' },
  ],
};
