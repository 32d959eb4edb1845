import type { DocumentField, PrintedValue } from './document-reading.ts';
import type { PictureWord } from './picture-readout.ts';
import { labelledField } from './printed-labels.ts';
import { type PrintedLine, printedLines } from './printed-lines.ts';
import { printedValue } from './printed-values.ts';

export type PrintedFields = Partial<Record<DocumentField, PrintedValue>>;

/** Finds fields by their labels: the value follows a colon, below, or to the right. `country` is an alpha-2 code. */
export function printedFields(words: readonly PictureWord[], country: string): PrintedFields {
  const lines = printedLines(words);
  const found: PrintedFields = {};
  for (const line of lines) {
    const field = labelledField(line.text);
    if (field === undefined || found[field] !== undefined) continue;
    for (const candidate of candidatesOf(line, lines)) {
      const value = printedValue(field, candidate.text, country);
      if (value === undefined) continue;
      const confidence = Math.round(candidate.confidence * 100) / 100;
      found[field] = { value, confidence, ...(candidate.place && { place: candidate.place }) };
      break;
    }
  }
  return found;
}

function candidatesOf(label: PrintedLine, lines: readonly PrintedLine[]): PrintedLine[] {
  const [, after] = /:\s*(\S.*)$/.exec(label.text) ?? [];
  const height = label.bottom - label.top;
  const below = lines
    .filter((line) => line !== label && line.top > (label.top + label.bottom) / 2)
    .filter((line) => line.top - label.bottom < height * 2.2)
    .filter((line) => line.left < label.right && line.right > label.left - height * 2)
    .toSorted((a, b) => a.top - b.top || Math.abs(a.left - label.left) - Math.abs(b.left - label.left));
  const beside = lines
    .filter((line) => line.left >= label.right && line.left - label.right < height * 12)
    .filter((line) => Math.abs(line.top + line.bottom - label.top - label.bottom) < height)
    .toSorted((a, b) => a.left - b.left);
  const own = after === undefined ? [] : [{ ...label, text: after }];
  return [...own, ...below.slice(0, 2), ...beside.slice(0, 1)].filter(
    (line) => line === own[0] || labelledField(line.text) === undefined,
  );
}
