/** A publisher of a made-up list of any size, which is made while it is sent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const given = [
  'Wilhelmina',
  'Bartholomew',
  'Isadora',
  'Quentin',
  'Marigold',
  'Ottoline',
  'Agatha',
  'Thaddeus',
];
const syllables = ['bar', 'quon', 'zel', 'mir', 'tash', 'vor', 'nim', 'dul', 'fex', 'gor', 'hal', 'wix'];
const word = (seed: number) =>
  [0, 1, 2, 3].map((place) => syllables[Math.floor(seed / 12 ** place) % 12]).join('');

export class LargeList {
  readonly #entities: number;
  readonly #filler: string;
  readonly #server = createServer((_request, response) => {
    response.setHeader('etag', `"edition-${this.edition}"`);
    Readable.from(this.#lines()).pipe(response);
  });
  /** Of each entity something is another in each edition. */
  edition = 1;
  bytesSent = 0;

  /** @param kilobytes of each entity; what is beyond its names and dates is text that no screening reads */
  constructor(entities: number, kilobytes: number) {
    this.#entities = entities;
    this.#filler = 'Named in a statement of reasons. '.repeat(Math.ceil((kilobytes * 1000) / 33));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/targets.nested.json`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Some hundred lines at a time. */
  *#lines(): Generator<Buffer> {
    for (let from = 0; from < this.#entities; from += 200) {
      let text = '';
      for (let id = from; id < Math.min(from + 200, this.#entities); id++) text += `${this.#line(id)}\n`;
      const bytes = Buffer.from(text);
      this.bytesSent += bytes.length;
      yield bytes;
    }
  }

  #line(id: number): string {
    const name = `${given[id % given.length]} ${word(id)} ${word(id * 7 + 5)}`;
    return JSON.stringify({
      id: `NK-${id}`,
      caption: name,
      schema: 'Person',
      target: true,
      datasets: ['made_up'],
      properties: {
        name: [name],
        alias: [`${word(id * 3)} ${word(id * 11)}`, `${word(id * 5)} ${word(id * 13)}`],
        birthDate: [`${1940 + (id % 60)}-0${1 + (this.edition % 9)}-1${id % 10}`],
        nationality: ['pt'],
        topics: ['sanction'],
        notes: [this.#filler],
      },
    });
  }
}
