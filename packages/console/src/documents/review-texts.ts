import type {
  DocumentContradiction,
  DocumentRequestReason,
  SubmittedDocumentView,
} from '@gatehouse/contract';

/** Texts of the review of documents, by key. */
export const reviewTexts = {
  open: 'Review',
  openAll: 'Review documents',
  title: 'Review documents',
  documents: 'Documents',
  document: 'Document',
  face: 'Face picture',
  noFace: 'No face picture was submitted.',
  compareFaces: 'Faces not compared automatically. Compare manually.',
  fields: 'Fields',
  field: 'Field',
  stated: 'Application',
  zone: 'MRZ',
  print: 'Printed (VIZ)',
  confirmed: 'Confirmed by the end user',
  confirmedOrEntered: 'Confirmed or entered by the end user',
  entered: 'Entered by the end user, not read',
  enteredForDocument: 'Entered for the document',
  enteredValue: 'entered',
  readAndConfirmed: 'Read from the document, confirmed by the end user',
  nothingRead: 'Nothing was read from this document.',
  noDifferentEntries: 'No differences between entries were found. Nothing was compared with the document.',
  differences: 'Differences',
  differs: 'Differs',
  noDifferences: 'No differences found.',
  accept: 'Accept',
  reject: 'Reject',
  rejectEffect: 'You state that this document is not acceptable. The case stays open.',
  ask: 'Request again',
  receivedAgain: 'received again',
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
  turn: 'Rotate',
  loupe: 'Magnifier',
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
  pictureKeys: 'Keys: + and − zoom, 0 fits, arrows move, R rotates, L is the magnifier.',
} as const;

/** Two documents with one file: a photo of the passport is no photo of the face. */
export function sameFileText(names: readonly string[]): string {
  return `Same file as: ${names.join(', ')}.`;
}

/** The two parts of one document say different things. */
export function printedDifference(
  label: string,
  { zone, print }: { readonly zone: string; readonly print: string },
): string {
  return `${label}: the MRZ says ${zone}, the printed text ${print}.`;
}

/** What the end user changed in what was read. */
export function changedByPerson(
  label: string,
  { read, confirmed }: Pick<SubmittedDocumentView['differences'][number], 'read' | 'confirmed'>,
): string {
  return confirmed === null
    ? `${label}: ${read} was read, the end user removed it.`
    : `${label}: ${read} was read, the end user changed it to ${confirmed}.`;
}

/** Where the fields of a document contradict the application; what was not read is the end user's own word. */
export function contradiction(
  label: string,
  { document, told, score, isRead }: DocumentContradiction,
): string {
  const similarity = score === null ? '' : ` (similarity ${score.toFixed(2)})`;
  const source = isRead ? 'the document says' : 'for the document, the end user entered';
  return `${label}: ${source} ${document}; the application says ${told}${similarity}.`;
}

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
