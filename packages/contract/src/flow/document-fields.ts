/** Fields of an identity document that a person confirms, in the order in which documents have them. */
export const documentFieldNames = [
  'surname',
  'givenNames',
  'documentNumber',
  'nationality',
  'issuingCountry',
  'dateOfBirth',
  'sex',
  'expiryDate',
] as const;
export type DocumentFieldName = (typeof documentFieldNames)[number];
