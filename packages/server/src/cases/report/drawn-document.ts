import { drawForPaper } from './ownership-drawing.ts';
import type { ReportBlock, ReportDocument, ReportText } from './report-blocks.ts';
import {
  type ShownLine,
  shownLines,
  shownSigns,
  type TextRoom,
  type TextRules,
  withoutIsolation,
} from './shown-text.ts';

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
} satisfies Readonly<Record<string, TextRoom>>;

type Marks = Omit<Extract<ReportText, object>, 'text'>;
/** A line from left to right is its text alone. */
type TextInLines = { readonly lines: readonly (string | ShownLine)[] } & Marks;

/** Draws each ownership too: only here it is known which characters can be. */
export function drawnDocument(document: ReportDocument, rules: TextRules) {
  const inRoom = (text: ReportText, room: TextRoom) => drawnText(text, room, rules);
  const plain = (text: string) => withoutIsolation(shownSigns(text, rules.has));
  const pairs = (rows: readonly (readonly [string, ReportText])[]) =>
    rows.map(([label, value]) => [inRoom(label, rooms.fieldLabel), inRoom(value, rooms.fieldValue)]);
  return {
    language: document.language,
    pageOf: document.pageOf,
    title: plain(document.title),
    description: plain(document.description),
    author: plain(document.brand.name),
    brand: { ...document.brand, name: inRoom(document.brand.name, rooms.letterhead) },
    letterhead: inRoom(document.letterhead, rooms.letterhead),
    kicker: inRoom(document.kicker, rooms.text),
    subject: inRoom(document.subject, rooms.subject),
    facts: pairs(document.facts),
    decision: callout(document.decision),
    runningHead: inRoom(document.runningHead, rooms.letterhead),
    footer: inRoom(document.footer, rooms.text),
    sections: document.sections.map(({ title, blocks }) => ({
      title: inRoom(title, rooms.text),
      blocks: blocks.map(drawnBlock),
    })),
  };

  function callout({ tone, title, text }: ReportDocument['decision']) {
    return {
      kind: 'callout',
      tone,
      title: title === '' ? null : inRoom(title, rooms.callout),
      text: inRoom(text, rooms.callout),
      isLong: (typeof text === 'string' ? text : text.text).length > 1_500,
    };
  }

  function drawnBlock(block: ReportBlock) {
    switch (block.kind) {
      case 'heading':
      case 'text':
        return { ...block, text: inRoom(block.text, rooms.text) };
      case 'fields':
        return { kind: block.kind, rows: pairs(block.rows) };
      case 'table':
        return drawnTable(block, rules);
      case 'callout':
        return callout(block);
      case 'hit':
        return {
          kind: block.kind,
          number: inRoom(block.number, rooms.text),
          title: inRoom(block.title, rooms.hitTitle),
          verdict: inRoom(block.verdict, rooms.hitVerdict),
          subtitle: inRoom(block.subtitle, rooms.callout),
        };
      case 'pictures':
        return {
          kind: block.kind,
          items: block.items.map(({ file, caption }) => ({
            file,
            alt: plain(caption),
            caption: inRoom(caption, rooms.caption),
          })),
        };
      case 'mark':
        return {
          kind: block.kind,
          svg: block.svg,
          alt: plain(block.alt),
          text: inRoom(block.text, rooms.mark),
          hash: inRoom(block.hash, { ...rooms.mark, size: 8 }),
        };
      case 'ownership': {
        const drawing = drawForPaper(block.data, { language: document.language, has: rules.has });
        return { ...drawing, notes: drawing.notes.map((note) => inRoom(note, rooms.text)) };
      }
    }
  }
}

function drawnTable(table: Extract<ReportBlock, { kind: 'table' }>, rules: TextRules) {
  const widths = table.columns.reduce((sum, { width }) => sum + width, 0);
  const columns = table.columns.map((column) => ({
    ...column,
    room: (pageWidth * column.width) / widths - cellInset,
  }));
  return {
    kind: table.kind,
    columns: columns.map(({ title, width, isNumber, room }) => ({
      width,
      isNumber: isNumber === true,
      title: drawnText(title, { width: room, size: 8.4 }, rules),
    })),
    rows: table.rows.map((row) =>
      row.map((cell, index) => {
        const size = typeof cell !== 'string' && (cell.isStrong || cell.tone) ? 9.2 : 8.6;
        return drawnText(cell, { width: columns[index]!.room, size }, rules);
      }),
    ),
  };
}

function drawnText(value: ReportText, room: TextRoom, rules: TextRules): TextInLines {
  const { text, ...marks } = typeof value === 'string' ? { text: value } : value;
  const lines = shownLines(text, rules, room).map((line) => (line.isRightToLeft ? line : line.text));
  return { ...marks, lines };
}
