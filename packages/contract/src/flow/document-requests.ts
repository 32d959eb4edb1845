/** Why a document is asked for again. The hosted pages have a text for each in every language. */
export const documentRequestReasons = [
  'unreadable',
  'incomplete',
  'expired',
  'wrongDocument',
  'otherPerson',
] as const;
export type DocumentRequestReason = (typeof documentRequestReasons)[number];
