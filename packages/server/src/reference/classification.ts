import { type ImportFault, type ImportFile, oneFault, type ReadImport } from './import-result.ts';
import { type Cell, columnName, readFirstSheet, type Sheet } from './read-workbook.ts';
import { readableTitle } from './readable-title.ts';

type WorkbookKey = 'platform_ssic' | 'platform_ssoc';

interface Rules {
  /** As the workbook calls itself, before the year of its edition. */
  readonly name: string;
  /** From the top; a code's level is the number of its characters. */
  readonly levels: readonly string[];
  readonly form: RegExp;
  readonly formWords: string;
  /** Codes that cells would lose digits of, were they numbers. */
  readonly hasLeadingZeros: boolean;
  /** How many codes the publisher tells for each level of an edition. */
  readonly known: Readonly<Record<string, readonly number[]>>;
}

const rules: Readonly<Record<WorkbookKey, Rules>> = {
  platform_ssic: {
    name: 'SSIC',
    levels: ['section', 'division', 'group', 'class', 'subclass'],
    form: /^(?:[A-Z]|\d{2,5})$/,
    formWords: 'a capital letter or two to five digits',
    hasLeadingZeros: true,
    known: { 2020: [21, 81, 204, 382, 1023], 2025: [22, 82, 212, 390, 988] },
  },
  platform_ssoc: {
    name: 'SSOC',
    levels: ['major group', 'sub-major group', 'minor group', 'unit group', 'occupation'],
    form: /^(?:\d{1,5}|X(?:\d{4})?)$/,
    formWords: 'one to five digits, or X and four digits',
    hasLeadingZeros: false,
    known: { 2024: [10, 42, 145, 414, 1006] },
  },
};

/** Rows before the heading that may hold the title, the date and the publisher. */
const maxHeadRows = 20;
/** Faults reported at once; a file of another kind would have thousands. */
const maxFaults = 20;

interface Item {
  readonly code: string;
  readonly name: string;
  readonly level: string;
  readonly parent: string | null;
}

/**
 * Reads the structure sheet of the Department of Statistics: SSIC (industries) or SSOC (occupations). Every code must
 * have its form, a title and its parent, none occurs twice, and an edition whose figures are known has them.
 */
export async function readClassification(key: WorkbookKey, file: ImportFile): Promise<ReadImport> {
  const sheet = await readFirstSheet(file.content);
  if (typeof sheet === 'string') return oneFault(`is no workbook that can be read: ${sheet}`);
  const head = readHead(sheet, rules[key]);
  if (typeof head === 'string') return oneFault(head, sheet.name);
  const reading = new Reading(sheet, rules[key], head);
  return reading.result();
}

interface Head {
  readonly edition: string;
  readonly updated: string | undefined;
  readonly publisher: string | undefined;
  /** Index of the first row of codes. */
  readonly from: number;
}

function readHead(sheet: Sheet, { name }: Rules): Head | string {
  const heading = new RegExp(`^${name} (\\d{4})$`);
  const at = sheet.rows.slice(0, maxHeadRows).findIndex(([code]) => heading.test(textOf(code)));
  if (at < 0) return `has no heading "${name}" with a year in its first column`;
  const [code, title] = sheet.rows[at]!;
  if (textOf(title) !== `${textOf(code)} Title`) {
    return `cell B${at + 1} must be "${textOf(code)} Title", not ${say(title)}`;
  }
  const lines = sheet.rows.slice(0, at).map(([line]) => textOf(line));
  return {
    edition: heading.exec(textOf(code))![1]!,
    updated: lines
      .map((line) => /^Last updated:\s*(.+)$/i.exec(line)?.[1])
      .find((date) => date !== undefined),
    publisher: lines.find((line) => line.startsWith('Department of Statistics')),
    from: at + 1,
  };
}

/** One sheet on its way to items. */
class Reading {
  readonly #sheet: Sheet;
  readonly #rules: Rules;
  readonly #head: Head;
  readonly #faults: ImportFault[] = [];
  readonly #items = new Map<string, Item & { readonly row: number }>();

  constructor(sheet: Sheet, rules: Rules, head: Head) {
    this.#sheet = sheet;
    this.#rules = rules;
    this.#head = head;
  }

  result(): ReadImport {
    let section: string | null = null;
    for (let row = this.#head.from; row < this.#sheet.rows.length; row++) {
      const [codeCell, titleCell] = this.#sheet.rows[row]!;
      if (textOf(codeCell) === '' && textOf(titleCell) === '') continue;
      const code = this.#codeOf(codeCell, row);
      if (code === undefined) continue;
      if (code.length === 1) section = code;
      this.#take(row, code, { titleCell, section });
    }
    this.#checkParents();
    const counts = this.#counts();
    if (this.#faults.length === 0) this.#checkCounts(counts);
    if (this.#faults.length > 0) return { ok: false, faults: this.#faults.slice(0, maxFaults) };
    const { edition, updated, publisher } = this.#head;
    const items = [...this.#items.values()].map(({ code, name, level, parent }) => ({
      code,
      name,
      level,
      parent,
    }));
    return {
      ok: true,
      section: {
        version: [`${this.#rules.name} ${edition}`, updated].filter((part) => part !== undefined).join(', '),
        attribution: `${publisher ?? 'Department of Statistics, Singapore'}; Singapore Open Data Licence 1.0`,
        settings: {},
        items,
      },
      counts,
    };
  }

  #fault(column: number, row: number, message: string): void {
    this.#faults.push({ place: `${this.#sheet.name}!${columnName(column)}${row + 1}`, message });
  }

  #codeOf(cell: Cell, row: number): string | undefined {
    const { form, formWords, hasLeadingZeros } = this.#rules;
    if (typeof cell === 'number' && hasLeadingZeros) {
      this.#fault(0, row, `${cell} is a number: codes must be text, or they lose their zeros`);
      return undefined;
    }
    const code = textOf(cell);
    if (form.test(code)) return code;
    this.#fault(0, row, `${say(cell)} is no code: it must be ${formWords}`);
    return undefined;
  }

  #take(
    row: number,
    code: string,
    { titleCell, section }: { titleCell: Cell; section: string | null },
  ): void {
    const title = textOf(titleCell);
    if (title === '') this.#fault(1, row, `${code} has no title`);
    const before = this.#items.get(code);
    if (before !== undefined)
      this.#fault(0, row, `${code} occurs twice: it is in row ${before.row + 1} already`);
    const level = this.#rules.levels[code.length - 1]!;
    this.#items.set(code, {
      code,
      name: readableTitle(title),
      level,
      parent: this.#parentOf(code, section),
      row,
    });
  }

  /** A division belongs to the section above it, every other code to the longest code that begins it. */
  #parentOf(code: string, section: string | null): string | null {
    if (code.length === 1) return null;
    if (this.#rules.hasLeadingZeros && code.length === 2) return section;
    return code.startsWith('X') ? 'X' : code.slice(0, -1);
  }

  #checkParents(): void {
    const withChildren = new Set([...this.#items.values()].map(({ parent }) => parent));
    const last = this.#rules.levels.length;
    for (const { code, parent, row } of this.#items.values()) {
      if (code.length > 1 && (parent === null || !this.#items.has(parent))) {
        this.#fault(0, row, `${code} has no parent: ${parent ?? 'a section'} is missing`);
      }
      if (code.length < last && !withChildren.has(code)) {
        this.#fault(0, row, `${code} has no code below it`);
      }
    }
  }

  #counts(): Record<string, number> {
    const counts: Record<string, number> = Object.fromEntries(this.#rules.levels.map((level) => [level, 0]));
    for (const { level } of this.#items.values()) counts[level]! += 1;
    return counts;
  }

  #checkCounts(counts: Readonly<Record<string, number>>): void {
    const { name, levels, known } = this.#rules;
    const expected = known[this.#head.edition];
    levels.forEach((level, at) => {
      const count = counts[level]!;
      const right = expected?.[at];
      const place = this.#sheet.name;
      if (count === 0) this.#faults.push({ place, message: `has no ${level}` });
      else if (right !== undefined && count !== right) {
        const message = `has ${count} codes of the level ${level}: ${name} ${this.#head.edition} has ${right}`;
        this.#faults.push({ place, message });
      }
    });
  }
}

function textOf(cell: Cell): string {
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

function say(cell: Cell): string {
  const text = textOf(cell);
  return text === '' ? 'an empty cell' : JSON.stringify(text.slice(0, 60));
}
