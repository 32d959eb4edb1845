import type { DocumentRequestReason } from '@gatehouse/contract';

/** Texts of the review of documents, by key. */
export const reviewTexts = {
  open: 'Review',
  openAll: 'Review documents',
  title: 'Review documents',
  documents: 'Documents',
  document: 'Document',
  face: 'Face picture',
  noFace: 'No face picture was given.',
  compareFaces: 'No machine compared the faces. Compare them yourself.',
  fields: 'Fields',
  field: 'Field',
  stated: 'Application',
  zone: 'Zone (MRZ)',
  print: 'Print',
  confirmed: 'Confirmed by the person',
  nothingRead: 'Nothing was read on this document.',
  differences: 'Differences',
  noDifferences: 'No differences found.',
  accept: 'Accept',
  reject: 'Reject',
  acceptEffect: 'You state that you checked this document.',
  rejectEffect: 'You state that this document is not acceptable. The case stays open.',
  ask: 'Ask again',
  askEffect:
    'The case becomes Returned. A link to this document alone is made and ends any earlier link. When the document comes, the case is assigned to you again if it is still Returned. The earlier document is kept.',
  askReason: 'Reason',
  askReasonSeen: 'The end user reads it in their own language',
  close: 'Close',
  claimFirst: 'Claim the case to review its documents.',
  assignedToOther: (assignee: string) => `Assigned to ${assignee}.`,
  noReview: 'Not reviewed yet.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  turn: 'Turn by 90°',
  loupe: 'Loupe',
  download: 'Download',
  mayNotView: 'Your role may not view files.',
  cannotDraw:
    'This file cannot be shown here. It may be damaged, or of a kind that browsers do not show. Download it to open it.',
  pdfCannotDraw:
    'This PDF cannot be shown here. It may be damaged, protected by a password, or too large to draw. Download it to open it.',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  noPreview: 'No preview for this file type. Download the file to open it.',
  recorded: 'This view is saved to the audit log.',
  pictureKeys: 'Keys: + and − zoom, 0 fits, arrows move, R turns, L is the loupe.',
  boxed: 'Boxes show where differing values stand.',
} as const;

/** Which page of a PDF is shown. */
export function pageText(page: number, pages: number): string {
  return `Page ${page} of ${pages}`;
}

/** A PDF with more pages than are shown. */
export function shownPagesText(shown: number, pages: number): string {
  return `The first ${shown} of ${pages} pages are shown. Download the file to read the others.`;
}

/** Reasons that are often given to reject a document. */
export const rejectReasons = [
  'The document is not readable',
  'The document has expired',
  'It is another document than was asked for',
  'The document does not belong to this person',
  'The face differs from the face picture',
] as const;

/** Why a document is asked for again, as the hosted pages say it in each language. */
export const requestReasons: Readonly<Record<DocumentRequestReason, string>> = {
  unreadable: 'The picture could not be read',
  incomplete: 'Part of the document is missing',
  expired: 'The document has expired',
  wrongDocument: 'It is another document than the one needed',
  otherPerson: 'The document shows another person’s data',
};
