import type { DocumentFields } from './document-reading.ts';

/** What is known of a number once its document's form was asked. */
export type NumberCheck = 'fits' | 'wrong form' | 'wrong check digit' | 'not known';

/** Whether a number fits the form and check digits that a country (alpha-2) gives documents of a type. */
export type CheckNumber = (country: string, type: string, number: string) => Promise<NumberCheck>;

export interface DocumentInput {
  /** The file's bytes, or where it lies. */
  readonly file: Uint8Array | string;
  /** As the upload was evaluated by its content, such as `image/jpeg`. */
  readonly contentType: string;
  /** ISO alpha-2 or alpha-3 of the country that issued it, as it was chosen. */
  readonly country: string;
  /** Type of `platform_document_master`, such as `PASSPORT`, as it was chosen. */
  readonly documentType: string;
  readonly side: 'front' | 'back';
  /** What is known of the person; what the document says otherwise becomes a finding. */
  readonly expected?: DocumentFields;
}

export interface ExaminationInput extends Pick<DocumentInput, 'file' | 'contentType'> {
  readonly lookFor: 'writing' | 'anything';
}
