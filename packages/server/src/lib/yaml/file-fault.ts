/** Keys and positions that lead from the top of a file to one of its values. */
export type FilePath = readonly (string | number)[];

/** One thing that is wrong in a file: where, and what would be right. Never tells a secret. */
export interface FileFault {
  readonly file: string;
  /** Counted from 1; absent where the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  /** The value's place, as `tenants[0].apiKeys[1].secret`; empty for the whole file. */
  readonly place: string;
  readonly message: string;
}

/** A fault on one line, in the form that editors and terminals make clickable. */
export function formatFault(fault: FileFault): string {
  const position = [fault.file, fault.line, fault.column].filter((part) => part !== undefined).join(':');
  return [position, fault.place, fault.message].filter((part) => part !== '').join(': ');
}

/** In the order in which somebody would mend them: file by file, from the top, a file that several name once. */
export function sortFaults(faults: readonly FileFault[]): FileFault[] {
  const distinct = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
  return [...distinct.values()].sort(
    (a, b) =>
      compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

export function placeOf(path: FilePath): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) place += place === '' ? step : `.${step}`;
    else place += `[${JSON.stringify(step)}]`;
  }
  return place;
}

/** The path behind a place that `placeOf` could have written; undefined for any other text. */
export function pathOf(place: string): FilePath | undefined {
  const path: (string | number)[] = [];
  let rest = place;
  while (rest !== '') {
    const step = /^(?:\[(\d+)\]|(\["(?:[^"\\]|\\.)*"\])|\.?([A-Za-z_][\w-]*))/.exec(rest);
    if (step === null) return undefined;
    const [whole, index, quoted, name] = step;
    if (index !== undefined) path.push(Number(index));
    else if (name !== undefined) path.push(name);
    else path.push(...(JSON.parse(quoted ?? '[]') as string[]));
    rest = rest.slice(whole.length);
  }
  return path;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
