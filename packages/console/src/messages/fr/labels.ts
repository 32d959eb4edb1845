import type { Translation } from '../catalogue.ts';
import type { labels as english } from '../en/labels.ts';

export const labels: Translation<typeof english> = {
  'country-of-nationality': 'Nationalité',
  'id-type': 'Type de document',
  'id-number': 'Numéro du document',
  'id-expiry-date': 'Date d’expiration',
  sex: 'Sexe',
  particulars: 'Données personnelles ou de société',
  wallet: 'Adresse de portefeuille',
  'wallet-chain': 'Chaîne du portefeuille',
  'kyc-event': 'Événement KYC',
  'kyb-event': 'Événement KYB',
  'transaction-event': 'Événement de transaction',
  'web3-transaction-event': 'Événement de transaction Web3',
  'manual-case-event': 'Événement de dossier manuel',
  'periodic-flow-event': 'Événement périodique',
};
