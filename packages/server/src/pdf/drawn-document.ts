import { columnWidths } from './column-widths.ts';
import { drawForPaper } from './ownership-drawing.ts';
import type { ReportBlock, ReportDocument, ReportText } from './report-blocks.ts';
import { isOneLine, shownLines, shownSigns, type TextRules, withoutIsolation } from './shown-text.ts';
import { type TextRun, textRuns } from './text-runs.ts';
import { type AvailableSpace, lineCount } from './word-breaks.ts';

/** The document as `report.typ` reads it: every text in lines that fit where it stands. */

/** Points, as `report.typ` has them. */
const pageWidth = 493;
const cellInset = 11.4;
const rooms = {
  subject: { width: pageWidth, size: 20 },
  letterhead: { width: 240, size: 12.5 },
  text: { width: pageWidth, size: 9.3 },
  callout: { width: pageWidth - 23, size: 9.3 },
  fieldLabel: { width: 119, size: 9 },
  fieldValue: { width: pageWidth - 131, size: 9.3 },
  hitTitle: { width: 190, size: 10.6 },
  hitVerdict: { width: 240, size: 9.6 },
  caption: { width: 235, size: 8 },
  mark: { width: pageWidth - 102, size: 9 },
} satisfies Readonly<Record<string, AvailableSpace>>;

type Marks = Omit<Extract<ReportText, object>, 'text'>;
/** A line from left to right without runs of its own is its text alone. */
type DrawnLine = string | { readonly isRightToLeft: boolean; readonly runs: readonly TextRun[] };
type TextInLines = { readonly lines: readonly DrawnLine[] } & Marks;

/** Texts as they are drawn with the typefaces at hand. */
class TextSetter {
  readonly rules: TextRules;

  constructor(rules: TextRules) {
    this.rules = rules;
  }

  inRoom(value: ReportText, room: AvailableSpace): TextInLines {
    const { text, ...marks } = typeof value === 'string' ? { text: value } : value;
    const lines = shownLines(text, this.rules, room).map((line): DrawnLine => {
      const runs = textRuns(line.text, () => isOneLine(line.text, room));
      const isPlain = !line.isRightToLeft && runs.every((run) => typeof run === 'string');
      return isPlain ? line.text : { isRightToLeft: line.isRightToLeft, runs };
    });
    return { ...marks, lines };
  }

  /** For programs that read the file, not for paper. */
  plain(text: string): string {
    return withoutIsolation(shownSigns(text, this.rules.has));
  }

  pairs(rows: readonly (readonly [string, ReportText])[]) {
    return rows.map(([label, value]) => [
      this.inRoom(label, rooms.fieldLabel),
      this.inRoom(value, rooms.fieldValue),
    ]);
  }

  callout({ tone, title, text }: ReportDocument['decision']) {
    return {
      kind: 'callout',
      tone,
      title: title === '' ? null : this.inRoom(title, rooms.callout),
      text: this.inRoom(text, rooms.callout),
      isLong: textOf(text).length > 1_500,
    };
  }
}

function textOf(value: ReportText): string {
  return typeof value === 'string' ? value : value.text;
}

/** Draws each ownership too: only here it is known which characters can be. */
export function drawnDocument(document: ReportDocument, rules: TextRules) {
  const set = new TextSetter(rules);
  return {
    language: document.language,
    pageOf: set.inRoom(document.pageOf, rooms.letterhead),
    title: set.plain(document.title),
    description: set.plain(document.description),
    isDated: document.createdAt !== undefined,
    author: set.plain(document.brand.name),
    brand: { ...document.brand, name: set.inRoom(document.brand.name, rooms.letterhead) },
    letterhead: set.inRoom(document.letterhead, rooms.letterhead),
    kicker: set.inRoom(document.kicker, rooms.text),
    subject: set.inRoom(document.subject, rooms.subject),
    facts: set.pairs(document.facts),
    decision: set.callout(document.decision),
    notices: document.notices.map((notice) => set.callout(notice)),
    runningHead: set.inRoom(document.runningHead, rooms.letterhead),
    footer: set.inRoom(document.footer, rooms.text),
    sections: document.sections.map(({ title, blocks }) => ({
      title: set.inRoom(title, rooms.text),
      blocks: blocks.map((block) => drawnBlock(block, set, document.language)),
    })),
  };
}

function drawnBlock(block: ReportBlock, set: TextSetter, language: ReportDocument['language']) {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return { ...block, text: set.inRoom(block.text, rooms.text) };
    case 'fields':
      return { kind: block.kind, rows: set.pairs(block.rows) };
    case 'table':
      return drawnTable(block, set);
    case 'callout':
      return set.callout(block);
    case 'hit':
      return {
        kind: block.kind,
        number: set.inRoom(block.number, rooms.text),
        title: set.inRoom(block.title, rooms.hitTitle),
        verdict: set.inRoom(block.verdict, rooms.hitVerdict),
        subtitle: set.inRoom(block.subtitle, rooms.callout),
      };
    case 'pictures':
      return {
        kind: block.kind,
        items: block.items.map(({ file, caption }) => ({
          file,
          alt: set.plain(caption),
          caption: set.inRoom(caption, rooms.caption),
        })),
      };
    case 'mark':
      return {
        kind: block.kind,
        svg: block.svg,
        alt: set.plain(block.alt),
        text: set.inRoom(block.text, rooms.mark),
        hash: set.inRoom(block.hash, { ...rooms.mark, size: 8 }),
        check: {
          title: set.inRoom(block.check.title, rooms.text),
          text: set.inRoom(block.check.text, rooms.text),
        },
      };
    case 'chart':
      return drawnChart(block, set);
    case 'ownership': {
      const drawing = drawForPaper(block.data, { language, has: set.rules.has });
      return { ...drawing, notes: drawing.notes.map((note) => set.inRoom(note, rooms.text)) };
    }
  }
}

/** Small and muted, beside the lines of a chart. */
const chartType = { size: 8, color: '#59616b', isBold: false } as const;

function drawnChart(
  { svg, width, height, texts, alt }: Extract<ReportBlock, { kind: 'chart' }>,
  set: TextSetter,
) {
  return {
    kind: 'drawing',
    ...{ svg, width, height, scale: 1, paper: 'a4', isFlipped: false, alt: set.plain(alt), notes: [] },
    texts: texts.map(({ text, ...place }) => {
      const [line] = shownLines(text, set.rules, rooms.text);
      return {
        ...place,
        ...chartType,
        runs: textRuns(line!.text, () => true),
        isRightToLeft: line!.isRightToLeft,
      };
    }),
  };
}

/** Lines of a table that stays on one page. */
const maxLinesTogether = 14;

function drawnTable(table: Extract<ReportBlock, { kind: 'table' }>, set: TextSetter) {
  const widths = columnWidths(
    table.columns.map(({ title, width }, at) => ({
      width,
      texts: [title, ...table.rows.map((row) => textOf(row[at]!))],
    })),
    { width: pageWidth, inset: cellInset, size: 8.6 },
  );
  const columns = table.columns.map((column, at) => ({
    ...column,
    width: widths[at]!,
    room: widths[at]! - cellInset,
  }));
  const lines = table.rows
    .slice(0, maxLinesTogether + 1)
    .map((row) =>
      Math.max(
        ...row.map((cell, index) => lineCount(textOf(cell), { width: columns[index]!.room, size: 8.6 })),
      ),
    );
  return {
    kind: table.kind,
    isTogether: lines.reduce((sum, count) => sum + count, 0) <= maxLinesTogether,
    columns: columns.map(({ title, width, isNumber, room }) => ({
      width,
      isNumber: isNumber === true,
      title: set.inRoom(title, { width: room, size: 8.4 }),
    })),
    rows: table.rows.map((row) =>
      row.map((cell, index) => {
        const size = typeof cell !== 'string' && (cell.isStrong || cell.tone) ? 9.2 : 8.6;
        return set.inRoom(cell, { width: columns[index]!.room, size });
      }),
    ),
  };
}
