import type { Translation } from '../catalogue.ts';
import type { labels as english } from '../en/labels.ts';

export const labels: Translation<typeof english> = {
  'country-of-nationality': 'Staatsangehörigkeit',
  'id-type': 'Dokumentart',
  'id-number': 'Dokumentnummer',
  'id-expiry-date': 'Ablaufdatum',
  sex: 'Geschlecht',
  particulars: 'Personen- oder Firmendaten',
  wallet: 'Wallet-Adresse',
  'wallet-chain': 'Blockchain der Wallet',
  'kyc-event': 'KYC-Ereignis',
  'kyb-event': 'KYB-Ereignis',
  'transaction-event': 'Transaktionsereignis',
  'web3-transaction-event': 'Web3-Transaktionsereignis',
  'manual-case-event': 'Ereignis für manuelle Fälle',
  'periodic-flow-event': 'Periodisches Ereignis',
};
