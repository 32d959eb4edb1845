import { text } from '../messages/text.ts';

/** Texts of the sections on what a customer stated, by their keys. */
export const submittedTexts = {
  declarations: text('documents.declarations'),
  contacts: text('documents.contacts'),
  email: text('documents.email'),
  phone: text('documents.phone'),
  particulars: text('documents.particulars'),
  field: text('documents.field'),
  entered: text('documents.enteredByUser'),
  read: text('documents.readFromDocument'),
  differs: text('documents.differs'),
  agrees: text('documents.agrees'),
  allAgree: text('documents.allAgree'),
  ownership: text('documents.parties'),
  name: text('terms.name'),
  roles: text('documents.roles'),
  share: text('documents.share'),
  facts: text('documents.declaredDetails'),
  beneficialOwner: text('documents.beneficialOwner'),
  company: text('documents.company'),
} as const;
