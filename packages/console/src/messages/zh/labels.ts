import type { Translation } from '../catalogue.ts';
import type { labels as english } from '../en/labels.ts';

export const labels: Translation<typeof english> = {
  'country-of-nationality': '国籍',
  'id-type': '证件类型',
  'id-number': '证件号码',
  'id-expiry-date': '有效期至',
  sex: '性别',
  particulars: '个人或公司信息',
  wallet: '钱包地址',
  'wallet-chain': '钱包链',
  'kyc-event': 'KYC 事件',
  'kyb-event': 'KYB 事件',
  'transaction-event': '交易事件',
  'web3-transaction-event': 'Web3 交易事件',
  'manual-case-event': '手动案件事件',
  'periodic-flow-event': '定期流程事件',
};
