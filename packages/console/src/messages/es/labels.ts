import type { Translation } from '../catalogue.ts';
import type { labels as english } from '../en/labels.ts';

export const labels: Translation<typeof english> = {
  'country-of-nationality': 'Nacionalidad',
  'id-type': 'Tipo de documento',
  'id-number': 'Número de documento',
  'id-expiry-date': 'Fecha de caducidad',
  sex: 'Sexo',
  particulars: 'Datos personales o de la empresa',
  wallet: 'Dirección de monedero',
  'wallet-chain': 'Cadena del monedero',
  'kyc-event': 'Evento KYC',
  'kyb-event': 'Evento KYB',
  'transaction-event': 'Evento de transacción',
  'web3-transaction-event': 'Evento de transacción Web3',
  'manual-case-event': 'Evento de caso manual',
  'periodic-flow-event': 'Evento periódico',
};
