/** The published lists as one of the deployment's own, which can be changed line by line. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListEntry } from '../../packages/matching/src/index.ts';

const header = 'id,name,type,aliases,dateOfBirth,nationalities,category,note';

export class OwnList {
  readonly #folder: string;
  readonly #entries: readonly ListEntry[];
  readonly #lines: Map<string, string>;

  /** @param folder the folder of list files */
  constructor(folder: string, entries: readonly ListEntry[]) {
    this.#folder = folder;
    this.#entries = entries;
    this.#lines = new Map(entries.map((entry) => [entry.id, rowOf(entry)]));
  }

  async write(): Promise<void> {
    await mkdir(join(this.#folder, 'custom-csv'), { recursive: true });
    const path = join(this.#folder, 'custom-csv', 'list.csv');
    await writeFile(path, `${[header, ...this.#lines.values()].join('\n')}\n`);
  }

  /** Changes so many entries: of five, two are new, one has another name, one other facts, one is gone. */
  change(changes: number, random: () => number): void {
    const order = this.#entries
      .map((entry) => ({ entry, key: random() }))
      .sort((one, other) => one.key - other.key);
    order.slice(0, changes).forEach(({ entry }, number) => {
      const other = order[order.length - 1 - number]!.entry;
      if (number % 5 === 4) this.#lines.delete(entry.id);
      else if (number % 5 < 2) this.#lines.set(`made:${number}`, rowOf({ ...entry, id: `made:${number}` }));
      else if (number % 5 === 2) {
        this.#lines.set(entry.id, rowOf({ ...entry, names: [...entry.names, other.names[0]!] }));
      } else {
        const births = [{ from: '1975-05-05', to: '1975-05-05', precision: 'day' as const }];
        this.#lines.set(entry.id, rowOf({ ...entry, births, nationalities: ['SG'] }));
      }
    });
  }
}

function rowOf(entry: ListEntry): string {
  const [title, ...others] = entry.names.filter(({ kind }) => kind !== 'original').map(({ text }) => text);
  const aliases = others
    .slice(0, 20)
    .map((name) => name.replaceAll(';', ' '))
    .join(';')
    .replaceAll('"', "'");
  const births = entry.births.filter(({ precision }) => precision === 'day').map(({ from }) => from);
  const columns = [
    entry.id.replace(':', '-'),
    cell(title ?? 'nobody'),
    entry.type,
    `"${aliases}"`,
    births.join(';'),
    entry.nationalities.join(';'),
    'sanctions',
    '',
  ];
  return columns.join(',');
}

function cell(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll(';', ' ').replaceAll('\n', ' ')}"`;
}
