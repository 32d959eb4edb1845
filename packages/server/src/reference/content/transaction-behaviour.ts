import type { ShippedSection } from '../section.ts';

/** What payments are expected; headings of FATF Recommendation 10 and EBA/GL/2021/02, wording ours. */
export const transactionBehaviour: ShippedSection<'transaction_behaviour'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: [
    { code: 'DOMESTIC_MAINLY', name: 'Mainly domestic payments', group: 'geography', riskHint: 'low' },
    {
      code: 'CROSS_BORDER_REGULAR',
      name: 'Regular cross-border payments',
      group: 'geography',
      riskHint: 'medium',
    },
    {
      code: 'CROSS_BORDER_HIGH_RISK',
      name: 'Payments with higher-risk jurisdictions',
      group: 'geography',
      riskHint: 'high',
    },
    { code: 'LOW_VALUE_FREQUENT', name: 'Frequent, low value', group: 'pattern', riskHint: 'low' },
    { code: 'HIGH_VALUE_INFREQUENT', name: 'Infrequent, high value', group: 'pattern', riskHint: 'medium' },
    { code: 'HIGH_VALUE_FREQUENT', name: 'Frequent, high value', group: 'pattern', riskHint: 'medium' },
    { code: 'SEASONAL_OR_PROJECT', name: 'Seasonal or project based', group: 'pattern', riskHint: 'low' },
    { code: 'ONE_OFF', name: 'One-off transaction', group: 'pattern', riskHint: 'medium' },
    { code: 'CASH_INTENSIVE', name: 'Cash intensive', group: 'channel', riskHint: 'high' },
    {
      code: 'TRADE_SETTLEMENT',
      name: 'Trade settlement or trade finance',
      group: 'channel',
      riskHint: 'medium',
    },
    { code: 'DIGITAL_ASSET', name: 'Digital payment token transfers', group: 'channel', riskHint: 'high' },
    { code: 'INTRA_GROUP', name: 'Payments within the group', group: 'counterparty', riskHint: 'medium' },
    {
      code: 'THIRD_PARTY_PAYMENTS',
      name: 'Payments from or to unrelated third parties',
      group: 'counterparty',
      riskHint: 'high',
    },
    {
      code: 'PASS_THROUGH',
      name: 'Funds pass through the account quickly',
      group: 'counterparty',
      riskHint: 'high',
    },
    {
      code: 'INCONSISTENT_WITH_PROFILE',
      name: 'Not consistent with the known profile (analyst only)',
      group: 'assessment',
      riskHint: 'high',
    },
    { code: 'UNKNOWN', name: 'Unknown', group: 'assessment', riskHint: null },
  ],
};
