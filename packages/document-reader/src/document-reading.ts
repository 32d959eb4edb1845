import type { PicturePlace } from './picture-place.ts';

/** What is read of an identity document. Dates stand as `YYYY-MM-DD`, or shorter where the document leaves parts out. */
export type DocumentField =
  | 'surname'
  | 'givenNames'
  | 'documentNumber'
  | 'nationality'
  | 'issuingCountry'
  | 'dateOfBirth'
  | 'sex'
  | 'expiryDate'
  /** The person's number where the machine-readable zone carries one beside the document's. */
  | 'personalNumber';

/**
 * Values in the form in which they are kept: names in capitals with blanks, countries as ISO alpha-2 where the standard has
 * one and else as the zone's code (`UNO`, `XXA`), sex as `M`, `F` or `X` (not specified). A field that is not there is absent.
 */
export type DocumentFields = Readonly<Partial<Record<DocumentField, string>>>;

/** Formats of ICAO 9303, and the French card from before 2021. */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'FRENCH_NATIONAL_ID';

export type CheckDigit = 'documentNumber' | 'birthDate' | 'expiry' | 'optional' | 'composite';

/** `none`: the format has no such digit. */
export type CheckDigitResult = 'ok' | 'failed' | 'none';

/** A character that was read otherwise than it is taken: its field's class or a check digit demanded it. */
export interface MrzCorrection {
  readonly line: number;
  readonly column: number;
  readonly read: string;
  readonly taken: string;
}

/** The machine-readable zone. */
export interface MrzReading {
  readonly format: MrzFormat;
  /** The lines as they are taken, with their fillers. */
  readonly lines: readonly string[];
  /** First two characters of the zone, such as `P`, `PD`, `ID`, without fillers. */
  readonly documentCode: string;
  readonly fields: DocumentFields;
  /** As in the zone, without fillers, such as `D`, `GBD`, `UNO`. */
  readonly countryCodes: { readonly issuing: string; readonly nationality: string };
  readonly checkDigits: Readonly<Record<CheckDigit, CheckDigitResult>>;
  readonly corrected: readonly MrzCorrection[];
  /** Where fields stand on the picture, as far as it is known. */
  readonly places?: Readonly<Partial<Record<DocumentField, PicturePlace>>>;
}

/** Figures of the picture; all but the sizes from 0 to 1. */
export interface PictureQuality {
  /** In pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** 1 is sharp, and also what a picture without anything on it has. */
  readonly sharpness: number;
  /** Share of the document that a reflection has burnt out. */
  readonly glare: number;
  /** 1 is black. */
  readonly darkness: number;
}

const findingCodes = [
  /** The expiry date is past. */
  'expired',
  /** The document is of another kind than was chosen. */
  'otherDocumentType',
  /** The document is of another country than was chosen. */
  'otherCountry',
  /** A check digit does not fit; `checkDigit` says which. */
  'checkDigitFailed',
  /** The zone and what is printed say different things. */
  'printedDiffers',
  /** The document and what was expected say different things. */
  'expectedDiffers',
  /** The number does not have the form of its country. */
  'numberForm',
  /** The number's own check digit does not fit. */
  'numberCheckDigit',
  /** The name fills its place in the zone, so that it may continue. */
  'nameCutOff',
  /** A date that no calendar has. */
  'impossibleDate',
  /** This document's zone was expected on this side, and none could be read. */
  'zoneNotRead',
  /** A code that ICAO reserves for examples (`UTO`) or that nobody has. */
  'unknownCountryCode',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** Something that a person should see. It refuses nothing. */
export interface DocumentFinding {
  readonly code: FindingCode;
  readonly field?: DocumentField;
  readonly checkDigit?: CheckDigit;
  /** What the document says. */
  readonly found?: string;
  /** What it should say: what was chosen, expected or printed. */
  readonly wanted?: string;
}

export const unreadableReasons = [
  /** Nothing on the picture looks like a document. */
  'noDocument',
  'tooBlurred',
  'tooDark',
  'glare',
  /** Too few pixels for its characters. */
  'tooSmall',
  /** The bytes are no picture, or a damaged one. */
  'notAnImage',
  /** More than 40 megapixels: the file is kept, its pixels are never decoded. */
  'tooLarge',
  /** Pages of PDF files are not read. */
  'pdf',
  'timeOut',
  /** tesseract is not installed, or the reader is closed. */
  'readerUnavailable',
  /** The reading ended by itself: too much memory or a fault. The log says what. */
  'readerFailed',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** Whether another picture of the same document may be read; else the person types what it says. */
export function isWorthRetaking(reason: UnreadableReason): boolean {
  return retakeHelps[reason];
}

const retakeHelps: Readonly<Record<UnreadableReason, boolean>> = {
  noDocument: true,
  tooBlurred: true,
  tooDark: true,
  glare: true,
  tooSmall: true,
  notAnImage: true,
  tooLarge: true,
  pdf: true,
  timeOut: false,
  readerUnavailable: false,
  readerFailed: false,
};

/** What came of it. Nothing that a file can hold is an exception. */
export type DocumentReading =
  | {
      readonly kind: 'read';
      /** Null where no machine-readable zone was found, such as on the front of a card. */
      readonly mrz: MrzReading | null;
      readonly printed: Readonly<Partial<Record<DocumentField, PrintedValue>>>;
      /** The likelier of what the zone and the print say: what a person is shown to put right. */
      readonly fields: Readonly<Partial<Record<DocumentField, ReadValue>>>;
      readonly quality: PictureQuality;
      readonly findings: readonly DocumentFinding[];
    }
  | {
      readonly kind: 'unreadable';
      readonly reason: UnreadableReason;
      /** Null where the picture was not decoded. */
      readonly quality: PictureQuality | null;
    };

/**
 * What a picture shows that is kept and not read, such as a bill or a photo of a face. `lacking`: what was looked for was
 * not found, for the likeliest reason. `notExamined`: nobody knows.
 */
export type PictureExamination =
  | { readonly kind: 'found' }
  | { readonly kind: 'lacking' | 'notExamined'; readonly reason: UnreadableReason };

export interface ReadValue {
  readonly value: string;
  /** Its check digits hold, or the zone and the print say the same. */
  readonly sure: boolean;
}

export interface PrintedValue {
  readonly value: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Where its line stands on the picture. */
  readonly place?: PicturePlace;
}
