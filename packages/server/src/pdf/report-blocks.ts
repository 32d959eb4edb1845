import type { FlowLanguage } from '@gatehouse/contract';
import type { PictureData } from '@gatehouse/ownership/picture';

/** What a report is made of. `report.typ` draws it, and shows every text as it is. */

/** A text, or one with marks. Its direction is that of most of its letters. */
export type ReportText = string | MarkedText;

export type ReportTone = 'neutral' | 'positive' | 'negative' | 'warning';

interface MarkedText {
  readonly text: string;
  readonly tone?: ReportTone;
  readonly isStrong?: boolean;
  readonly isMuted?: boolean;
}

export interface ReportColumn {
  readonly title: string;
  /** Share of the width, beside those of the other columns. */
  readonly width: number;
  readonly isNumber?: boolean;
}

export interface ChartText {
  readonly text: string;
  /** Points: the baseline, and the side of the text that it is. */
  readonly x: number;
  readonly y: number;
  readonly side: 'left' | 'center' | 'right';
}

/** A picture of the report's files, or why it is not shown. */
interface ReportPicture {
  readonly file: string;
  readonly caption: string;
  /** What is said where it cannot be read. */
  readonly unreadable: string;
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: ReportText }
  /** `isLead`: it introduces what follows, and stays with it. */
  | { readonly kind: 'text'; readonly text: ReportText; readonly isLead?: boolean }
  | { readonly kind: 'fields'; readonly rows: readonly (readonly [string, ReportText])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly ReportColumn[];
      readonly rows: readonly (readonly ReportText[])[];
    }
  | { readonly kind: 'callout'; readonly tone: ReportTone; readonly title: string; readonly text: ReportText }
  | {
      readonly kind: 'hit';
      readonly number: string;
      readonly title: ReportText;
      readonly verdict: ReportText;
      readonly subtitle: ReportText;
    }
  /** The picture of an ownership. It is drawn where the typefaces are known. */
  | { readonly kind: 'ownership'; readonly data: PictureData }
  /** A chart of lines: its shapes are SVG, its texts are set in the report's own type. Places are counted from the left. */
  | {
      readonly kind: 'chart';
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly texts: readonly ChartText[];
      /** What the chart says, for those who do not see it. */
      readonly alt: string;
    }
  | { readonly kind: 'pictures'; readonly items: readonly ReportPicture[] }
  | {
      readonly kind: 'mark';
      readonly svg: string;
      readonly alt: string;
      readonly text: ReportText;
      readonly hash: string;
      /** How somebody compares it. */
      readonly check: { readonly title: string; readonly text: string };
    };

interface ReportSection {
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

export interface ReportDocument {
  readonly title: string;
  readonly description: string;
  readonly language: FlowLanguage;
  readonly brand: { readonly name: string; readonly color: string; readonly logo?: string };
  /** Beside the name or logo of the tenant. */
  readonly letterhead: string;
  readonly kicker: string;
  readonly subject: ReportText;
  readonly facts: readonly (readonly [string, ReportText])[];
  readonly decision: Omit<Extract<ReportBlock, { kind: 'callout' }>, 'kind'>;
  /** What a reader must know before they rely on the report, behind the decision. */
  readonly notices: readonly Omit<Extract<ReportBlock, { kind: 'callout' }>, 'kind'>[];
  /** Above each page but the first. */
  readonly runningHead: ReportText;
  readonly footer: string;
  /** With `{page}` and `{pages}`. */
  readonly pageOf: string;
  /** Of the PDF, epoch milliseconds; undefined: it states no date. */
  readonly createdAt?: number;
  readonly sections: readonly ReportSection[];
}

/** Bytes by their names in the report. */
export type ReportFiles = ReadonlyMap<string, Uint8Array>;

/** Rows whose value is not empty. */
export function fieldsBlock(
  rows: readonly (readonly [string, ReportText | null | undefined])[],
): ReportBlock[] {
  const filled = rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [[label, value] as const],
  );
  return filled.length === 0 ? [] : [{ kind: 'fields', rows: filled }];
}

/** A table, or nothing where it has no rows. */
export function tableBlock(
  columns: readonly ReportColumn[],
  rows: readonly (readonly ReportText[])[],
): ReportBlock[] {
  return rows.length === 0 ? [] : [{ kind: 'table', columns, rows }];
}

/** A heading with what is below it, or nothing where that is empty. */
export function headed(text: ReportText, blocks: readonly ReportBlock[]): ReportBlock[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', text }, ...blocks];
}
