/** What the people of the pictures answer on the hosted pages. */
import type { Specimen } from '@gatehouse/document-reader/testing';

export const specimen: Specimen = {
  format: 'TD3',
  documentCode: 'P<',
  issuingCode: 'D',
  nationalityCode: 'D',
  surname: 'MUSTER',
  givenNames: 'ERIKA',
  documentNumber: 'CFGHJK012',
  dateOfBirth: '1971-02-28',
  expiryDate: '2033-04-30',
  sex: 'F',
  personalNumber: '',
};
export const person = {
  name: 'Erika Muster',
  sex: 'F',
  dateOfBirth: '1972-02-28',
  countryOfNationality: 'DE',
  countryOfResidence: 'DE',
  residentialAddress: '1 Sample Road\nBerlin',
  idType: 'DE_PASSPORT',
  idNumber: 'CFGHJK012',
  email: 'erika@mail.example',
  phoneCountry: 'DE',
  phoneNumber: '15123456789',
};
export const company = {
  name: 'Sample Trading Ltd',
  incorporationNumber: 'HRB 1234',
  countryOfIncorporation: 'DE',
  incorporationDate: '2010-02-03',
  registeredAddress: '1 Sample Road\nBerlin',
  countryOfOperation: ['DE'],
  email: 'office@trading.example',
};
export const declaration = {
  actingForThirdParty: false,
  politicallyExposed: false,
  declarationAccepted: true,
};
const nothing = {
  dateOfBirth: null,
  countryOfNationality: null,
  countryOfIncorporation: null,
  registrationNumber: null,
};
export const owners = [
  { ...nothing, ownerId: 'h', parentId: null, kind: 'company', name: 'Sample Holding AG', percent: 60 },
  { ...nothing, ownerId: 'p', parentId: 'h', kind: 'person', name: 'Erika Muster', percent: 75 },
  {
    ...nothing,
    ownerId: 's',
    parentId: null,
    kind: 'person',
    name: 'Jane Doe',
    percent: 40,
    roles: ['director'],
  },
];
