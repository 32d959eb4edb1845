import type { PersonalPart } from './personal-table.ts';

/** What a person reads of a part of their data: what it is, why it is kept, and where it came from. */
export interface PartText {
  readonly title: string;
  readonly why: string;
  readonly from: string;
}

export const partTexts: Readonly<Record<PersonalPart, PartText>> = {
  profile: {
    title: 'Profile',
    why: 'To know the customer, as laws against money laundering demand.',
    from: 'Submitted by the company, or entered by you on its verification pages.',
  },
  executions: {
    title: 'Checks that were run',
    why: 'To carry out the checks and to prove later that they were carried out.',
    from: 'Submitted by the company, entered by you, or found by the checks.',
  },
  screening: {
    title: 'Screening against lists',
    why: 'To compare the customer with lists of sanctions and of politically exposed persons.',
    from: 'Published lists, the company’s own lists, and rulings of its staff.',
  },
  cases: {
    title: 'Cases',
    why: 'So that staff can review what a check found, and decide.',
    from: 'Made by the checks; notes and reviews are written by staff.',
  },
  verification: {
    title: 'Verification pages',
    why: 'To verify the identity of the customer.',
    from: 'Entered by you on the verification pages.',
  },
  messages: {
    title: 'Messages',
    why: 'To send links and one-time codes, and to know whether they arrived.',
    from: 'Made by the service; the address was submitted by the company or entered by you.',
  },
  deliveries: {
    title: 'Calls to other systems',
    why: 'To give results to systems of the company or its providers, and to prove what was sent.',
    from: 'Made of the data of the checks; answers are from the systems that were called.',
  },
  quickScans: {
    title: 'Quick scans',
    why: 'A member of staff compared the customer with lists and opened a case.',
    from: 'Entered by staff; hits are from the lists.',
  },
  files: {
    title: 'Files',
    why: 'To verify identity and documents, and to prove that they were verified.',
    from: 'Sent by the company, uploaded by you, or attached to a case by staff.',
  },
  dataProtection: {
    title: 'Data protection',
    why: 'To record requests of erasure and orders to keep data.',
    from: 'Stated by staff.',
  },
  auditLog: {
    title: 'Audit log',
    why: 'To prove who did what and when. Its records stay; their details go when the customer is erased, or by a period of their own.',
    from: 'Made by the service.',
  },
};
