/** Customers of the made-up bank. Those whom the bundled list or the bank's own has are called as it calls them. */

interface Person {
  readonly name: string;
  readonly originalName?: string;
  readonly dateOfBirth?: string;
  readonly sex: 'F' | 'M';
  readonly countryOfResidence: string;
}

interface Customer extends Person {
  readonly customerId: string;
  readonly customerType: 'individual';
  readonly countryOfNationality: string;
}

const listed: readonly Person[] = [
  { name: 'Thaddeus Quillfeather', dateOfBirth: '1961-03-14', sex: 'M', countryOfResidence: 'IR' },
  { name: 'Marguerite Vonderplume', dateOfBirth: '1980-01-01', sex: 'F', countryOfResidence: 'CH' },
  {
    name: 'Ludmila Zvezdopadova',
    originalName: 'Людмила Звездопадова',
    dateOfBirth: '1983-07-21',
    sex: 'F',
    countryOfResidence: 'RU',
  },
  { name: 'Arkady Pelmeniev', dateOfBirth: '1991-05-02', sex: 'M', countryOfResidence: 'BY' },
  { name: 'Zulfiqar Nahr al-Yaqut', dateOfBirth: '1970', sex: 'M', countryOfResidence: 'AE' },
  { name: 'Samira Qamar al-Zumurrud', dateOfBirth: '1994-09-17', sex: 'F', countryOfResidence: 'JO' },
  { name: 'Farrokh Sangtarash-Zarrin', sex: 'M', countryOfResidence: 'IR' },
  {
    name: 'Ouyang Bingtang',
    originalName: '欧阳冰糖',
    dateOfBirth: '1977-12-30',
    sex: 'M',
    countryOfResidence: 'SG',
  },
  { name: 'Yukimura Sakurako', dateOfBirth: '1985-04-05', sex: 'F', countryOfResidence: 'JP' },
  { name: 'Nino Tsiskarashvili', dateOfBirth: '1968-02-11', sex: 'F', countryOfResidence: 'GE' },
  { name: 'Estrellita Nubeverde de la Luna', dateOfBirth: '1973', sex: 'F', countryOfResidence: 'VE' },
  { name: 'João Papagaio dos Ventos', dateOfBirth: '1959-08-08', sex: 'M', countryOfResidence: 'PT' },
  { name: 'Wilhelmina van der Regenboog', dateOfBirth: '1988-10-01', sex: 'F', countryOfResidence: 'NL' },
  { name: 'Tomasz Chrząszczewicki', dateOfBirth: '1964-04-30', sex: 'M', countryOfResidence: 'PL' },
  { name: 'Peregrine Marlowe', dateOfBirth: '1975-05-19', sex: 'M', countryOfResidence: 'IE' },
  { name: 'Konstantin Ferrymead', dateOfBirth: '1992-01-23', sex: 'M', countryOfResidence: 'CY' },
  { name: 'Adaeze Kpakpandolu', dateOfBirth: '1979-03-03', sex: 'F', countryOfResidence: 'NG' },
  { name: 'Célestin Moulinavent', dateOfBirth: '1955-08-22', sex: 'M', countryOfResidence: 'FR' },
  { name: 'Idris Bin Marjan al-Firuzi', dateOfBirth: '1981', sex: 'M', countryOfResidence: 'KW' },
  { name: 'Hoshizora Kazemaru', dateOfBirth: '1996-06-06', sex: 'M', countryOfResidence: 'JP' },
  { name: 'Anemona Thalassopoulou', dateOfBirth: '1971-07-13', sex: 'F', countryOfResidence: 'GR' },
  { name: 'Gulbuddin Sitarazai', sex: 'M', countryOfResidence: 'PK' },
  { name: 'Jiřina Sněženková', dateOfBirth: '1978-12-12', sex: 'F', countryOfResidence: 'CZ' },
  { name: 'Ottoline Vantreely', dateOfBirth: '1969-11-02', sex: 'F', countryOfResidence: 'NL' },
];

const others = [
  ['Philippa Buttercup', 'F', 'NZ'],
  ['Ingrid Exampleson', 'F', 'SE'],
  ['Matteo Lanternari', 'M', 'IT'],
  ['Aiko Notlisted', 'F', 'JP'],
  ['Rupert Teasdown', 'M', 'GB'],
  ['Leila Morgentau', 'F', 'DE'],
  ['Owen Drystonewall', 'M', 'GB'],
  ['Catarina Salgueirinho', 'F', 'PT'],
  ['Emil Haferkorn', 'M', 'AT'],
  ['Sunniva Lyngholt', 'F', 'NO'],
  ['Desmond Applegarth', 'M', 'ZA'],
  ['Noor Waterlelie', 'F', 'BE'],
  ['Kofi Sunbirdson', 'M', 'GH'],
  ['Beatrix Plumtree', 'F', 'CA'],
  ['Yannick Coquelicot', 'M', 'FR'],
  ['Hana Kirschblatt', 'F', 'DE'],
] as const;

/** Those whom a list has first. */
export const customers: readonly Customer[] = [
  ...listed,
  ...others.map(([name, sex, country], index) => ({
    name,
    sex,
    countryOfResidence: country,
    dateOfBirth: `${1962 + index * 2}-0${1 + (index % 9)}-1${index % 9}`,
  })),
].map((customer, index) => ({
  customerId: `cust-${1001 + index}`,
  customerType: 'individual' as const,
  countryOfNationality: customer.countryOfResidence,
  ...customer,
}));

/** How many of them a list has. */
export const listedCount = listed.length;

const owner = (partyId: string, name: string, holdings: readonly object[], more: object = {}) => ({
  partyId,
  customerType: 'individual',
  name,
  holdings,
  ...more,
});
const company = (partyId: string, name: string, country: string, holdings: readonly object[]) => ({
  partyId,
  customerType: 'corporate',
  name,
  countryOfIncorporation: country,
  holdings,
});

/** A company with four layers of owners, and two with one. */
export const companies: readonly { readonly customerId: string; readonly [member: string]: unknown }[] = [
  {
    customerId: 'corp-2001',
    companyName: 'Quillfeather Trading Ltd',
    ownership: {
      parties: [
        company('c-1', 'Quillfeather Holding B.V.', 'NL', [{ percent: 60, votingPercent: 45 }]),
        company('c-2', 'Marigold Ventures S.à r.l.', 'LU', [{ percent: 25 }]),
        company('c-3', 'Saffron Isle Nominees Ltd', 'CY', [{ companyId: 'c-1', percent: 50 }]),
        company('c-4', 'Larkmoor Family Trust', 'JE', [{ companyId: 'c-3', percent: 100 }]),
        owner('p-1', 'Bartholomew Quillfeather', [{ companyId: 'c-1', percent: 30 }], {
          dateOfBirth: '1961-04-17',
        }),
        owner('p-2', 'Thaddeus Quillfeather', [{ companyId: 'c-4', percent: 80 }], {
          dateOfBirth: '1961-03-14',
        }),
        owner('p-3', 'Ottoline Vantreely', [{ percent: 15 }], { dateOfBirth: '1969-11-02' }),
        owner('p-4', 'Peregrine Marlowe', [{ companyId: 'c-2', percent: 100 }], { dateOfBirth: '1975' }),
        owner('p-5', 'Kit Dunmore', [], { roles: [{ role: 'director' }] }),
      ],
    },
  },
  {
    customerId: 'corp-2002',
    companyName: 'Moonbeam Lantern Works Ltd',
    ownership: {
      parties: [
        owner('p-1', 'Philippa Buttercup', [{ percent: 70 }], { dateOfBirth: '1962-01-10' }),
        owner('p-2', 'Rupert Teasdown', [{ percent: 30 }], { roles: [{ role: 'director' }] }),
      ],
    },
  },
  {
    customerId: 'corp-2003',
    companyName: 'Sternschnuppe Logistik GmbH',
    ownership: {
      parties: [
        company('c-1', 'Sternschnuppe Beteiligungs AG', 'CH', [{ percent: 100 }]),
        owner('p-1', 'Leila Morgentau', [{ companyId: 'c-1', percent: 51 }], {}),
        owner('p-2', 'Emil Haferkorn', [{ companyId: 'c-1', percent: 49 }], {}),
      ],
    },
  },
];
