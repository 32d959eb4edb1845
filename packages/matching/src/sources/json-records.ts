/** Streams the objects of a JSON lines file. */
import { linesOf } from './file-text.ts';
import { ListFileError, reject, type SourceFile, type SourceReport } from './source.ts';

export interface JsonRecord {
  value: Readonly<Record<string, unknown>>;
  line: number;
}

/**
 * One object a line. A line that is none is noted in the report.
 * @throws ListFileError where the file is cut inside its last line, or is no JSON lines at all
 */
export async function* jsonRecords(file: SourceFile, report: SourceReport): AsyncGenerator<JsonRecord> {
  for await (const { text, number, ended } of linesOf(file, 'JSON lines')) {
    const value = objectOf(text);
    if (value !== undefined) {
      yield { value, line: number };
    } else if (!ended) {
      throw new ListFileError({
        file: file.name,
        place: `line ${number}`,
        expected: 'the file is cut short: its last line must be a whole JSON object',
      });
    } else {
      reject(report, file.name, {
        place: `${file.name}, line ${number}`,
        reason: `the line is no JSON object: ${JSON.stringify(text.slice(0, 40))}`,
      });
    }
  }
}

/** The object that a line is; undefined for a line that is none. */
export function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Not JSON: the caller says where.
  }
  return undefined;
}

/** Members of a value that is an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A trimmed, non-empty text; numbers are written out. Undefined for anything else. */
export function jsonText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** Items of a list; a single value counts as a list of one, absence as none. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
