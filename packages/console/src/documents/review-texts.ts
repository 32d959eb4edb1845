import type {
  DocumentContradiction,
  DocumentRequestReason,
  SubmittedDocumentView,
} from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { listText, percent } from '../ui/format.ts';

/** Texts of the review of documents, by key. */
export const reviewTexts = {
  openAll: text('documents.openAll'),
  documents: text('documents.documents'),
  document: text('documents.document'),
  face: text('documents.face'),
  noFace: text('documents.noFace'),
  compareFaces: text('documents.compareFaces'),
  fields: text('documents.fields'),
  field: text('documents.field'),
  stated: text('documents.stated'),
  zone: text('documents.zone'),
  print: text('documents.print'),
  confirmed: text('documents.confirmed'),
  confirmedOrEntered: text('documents.confirmedOrEntered'),
  entered: text('documents.entered'),
  enteredValue: text('documents.enteredValue'),
  readAndConfirmed: text('documents.readAndConfirmed'),
  nothingRead: text('documents.nothingRead'),
  noDifferentEntries: text('documents.noDifferentEntries'),
  differences: text('documents.differences'),
  differs: text('documents.differs'),
  noDifferences: text('documents.noDifferences'),
  accept: text('documents.accept'),
  reject: text('documents.reject'),
  rejectEffect: text('documents.rejectEffect'),
  ask: text('documents.ask'),
  receivedAgain: text('documents.receivedAgain'),
  askEffect: text('documents.askEffect'),
  askReason: text('documents.askReason'),
  askReasonSeen: text('documents.askReasonSeen'),
  claimFirst: text('documents.claimFirst'),
  noReview: text('documents.noReview'),
  zoomIn: text('documents.zoomIn'),
  zoomOut: text('documents.zoomOut'),
  fit: text('documents.fit'),
  turn: text('documents.turn'),
  loupe: text('documents.loupe'),
  mayNotView: text('documents.mayNotView'),
  cannotDraw: text('documents.cannotDraw'),
  pdfCannotDraw: text('documents.pdfCannotDraw'),
  pages: text('documents.pages'),
  previousPage: text('documents.previousPage'),
  nextPage: text('documents.nextPage'),
  noPreview: text('documents.noPreview'),
  pictureKeys: text('documents.pictureKeys'),
} as const;

/** Two documents with one file: a photo of the passport is no photo of the face. */
export function sameFileText(names: readonly string[]): string {
  return text('documents.sameFile', { names: listText(names) });
}

/** The two parts of one document say different things. */
export function printedDifference(
  label: string,
  { zone, print }: { readonly zone: string; readonly print: string },
): string {
  return text('documents.printedDiffers', { label, zone, print });
}

/** What the end user changed in what was read. */
export function changedByPerson(
  label: string,
  { read, confirmed }: Pick<SubmittedDocumentView['differences'][number], 'read' | 'confirmed'>,
): string {
  return confirmed === null
    ? text('documents.removedByPerson', { label, read })
    : text('documents.changedByPerson', { label, read, confirmed });
}

/** Where the fields of a document contradict the application; what was not read is the end user's own word. */
export function contradiction(
  label: string,
  { document, told, score, isRead }: DocumentContradiction,
): string {
  const values = { label, document, told };
  if (score === null)
    return text(isRead ? 'documents.readContradicts' : 'documents.enteredContradicts', values);
  return text(isRead ? 'documents.readContradictsScore' : 'documents.enteredContradictsScore', {
    ...values,
    score: percent(score),
  });
}

/** The same below the name of the field. */
export function contradictingValues({ document, told, score, isRead }: DocumentContradiction): string {
  const values = { document, told };
  if (score === null)
    return text(isRead ? 'documents.valueContradicts' : 'documents.entryContradicts', values);
  return text(isRead ? 'documents.valueContradictsScore' : 'documents.entryContradictsScore', {
    ...values,
    score: percent(score),
  });
}

/** Which page of a PDF is shown. */
export function pageText(page: number, pages: number): string {
  return text('documents.page', { page, pages });
}

/** A PDF with more pages than are shown. */
export function shownPagesText(shown: number, pages: number): string {
  return text('documents.shownPages', { shown, pages });
}

/** Reasons that are often given to reject a document. */
export const rejectReasons = [
  text('documents.rejectUnreadable'),
  text('documents.rejectExpired'),
  text('documents.rejectOther'),
  text('documents.rejectPerson'),
  text('documents.rejectFace'),
] as const;

/** Why a document is asked for again, as the hosted pages say it in each language. */
export const requestReasons: Readonly<Record<DocumentRequestReason, string>> = {
  unreadable: text('documents.request-unreadable'),
  incomplete: text('documents.request-incomplete'),
  expired: text('documents.rejectExpired'),
  wrongDocument: text('documents.request-wrongDocument'),
  otherPerson: text('documents.request-otherPerson'),
};
