/** Texts of the sections on what a customer stated, by their keys. */
export const submittedTexts = {
  declarations: 'Declarations',
  contacts: 'Verified contacts',
  email: 'E-mail',
  phone: 'Phone',
  verified: 'Verified by code',
  particulars: 'Entered vs document',
  field: 'Field',
  entered: 'Entered by the end user',
  read: 'Read from the document',
  differs: 'Differs',
  agrees: 'Agrees',
  allAgree: 'What was read from documents agrees with what was entered.',
  ownership: 'Declared parties',
  name: 'Name',
  roles: 'Roles',
  share: 'Effective share',
  facts: 'Declared details',
  beneficialOwner: 'Beneficial owner',
  company: 'Company',
  consents: 'Consents',
  submitted: 'Submitted',
  entry: 'Entry',
  stated: 'Declared',
} as const;

/** How many fields differ, as a sentence. */
export function differenceText(count: number): string {
  return count === 1 ? '1 field differs.' : `${count} fields differ.`;
}

/** Share of the customer that leads to no ultimate owner. */
export function unknownShareText(percent: number): string {
  return `Through all layers, no ultimate owner is known for ${percent} % of the customer.`;
}

/** Rows of a long list that are left out. */
export function moreText(count: number): string {
  return `${count} more in the evidence bundle.`;
}
