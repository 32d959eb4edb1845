import type { Translation } from '../catalogue.ts';
import type { labels as english } from '../en/labels.ts';

export const labels: Translation<typeof english> = {
  'country-of-nationality': 'الجنسية',
  'id-type': 'نوع الوثيقة',
  'id-number': 'رقم الوثيقة',
  'id-expiry-date': 'تاريخ الانتهاء',
  sex: 'الجنس',
  particulars: 'بيانات الشخص أو الشركة',
  wallet: 'عنوان المحفظة',
  'wallet-chain': 'سلسلة المحفظة',
  'kyc-event': 'حدث KYC',
  'kyb-event': 'حدث KYB',
  'transaction-event': 'حدث معاملة',
  'web3-transaction-event': 'حدث معاملة Web3',
  'manual-case-event': 'حدث حالة يدوية',
  'periodic-flow-event': 'حدث دوري',
};
