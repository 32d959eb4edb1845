import type { SubjectIdentifier } from '@gatehouse/matching';

const typeLabels: Partial<Record<NonNullable<SubjectIdentifier['type']>, string>> = {
  imo: 'IMO',
  mmsi: 'MMSI',
  'call-sign': 'call sign',
  'tail-number': 'tail number',
  lei: 'LEI',
  bic: 'BIC',
  isin: 'ISIN',
  tax: 'tax number',
  registration: 'registration number',
  'national-id': 'national id',
};

/** An identifier as people read it: `wallet 0x85…, chain ETH`, `passport AB12345 (FR)`. */
export function identifierText({ kind, type, value, chain, country }: SubjectIdentifier): string {
  const label = type === undefined ? kind : (typeLabels[type] ?? type);
  return (
    [label, value, country && `(${country})`].filter(Boolean).join(' ') + (chain ? `, chain ${chain}` : '')
  );
}
