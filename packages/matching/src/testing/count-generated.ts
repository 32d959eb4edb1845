/**
 * Reads as many made-up entities as said from a stream that makes them as it goes, and prints how many entries came:
 * `node count-generated.ts opensanctions 200000`. Run it with little memory to see that none is kept.
 */
import process from 'node:process';
import { listSources } from '../sources/table.ts';

/** By source: its file, and one of its records as JSON. */
const RECORDS: Readonly<Record<string, { name: string; record: (number: number) => unknown }>> = {
  opensanctions: {
    name: 'entities.ftm.json',
    record: (number) => ({
      id: `NK-${number}`,
      schema: 'Person',
      properties: {
        name: [`Marwen Korrigan ${number}`],
        alias: [`M. Korrigan ${number}`, 'Tad the Miller'],
        birthDate: ['1948-12-10'],
        nationality: ['fr'],
        address: [`${number} Rue du Moulin, Quimper`],
        notes: ['Invented for a test. '.repeat(10)],
      },
      target: true,
    }),
  },
  senzing: {
    name: 'senzing.json',
    record: (number) => ({
      DATA_SOURCE: 'MADE_UP',
      RECORD_ID: `R-${number}`,
      RECORD_TYPE: 'PERSON',
      NAMES: [{ NAME_TYPE: 'PRIMARY', NAME_FULL: `Marwen Korrigan ${number}` }],
      DATES: [{ DATE_OF_BIRTH: '1948-12-10' }],
      ADDRESSES: [{ ADDR_FULL: `${number} Rue du Moulin, Quimper`, ADDR_COUNTRY: 'fr' }],
      REMARKS: 'Invented for a test. '.repeat(10),
    }),
  },
};
const RECORDS_A_CHUNK = 100;

const [source = '', count = '0'] = process.argv.slice(2);
const { name, record } = RECORDS[source]!;
let bytes = 0;

function* generated(isCounted: boolean): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let from = 0; from < Number(count); from += RECORDS_A_CHUNK) {
    let text = '';
    const to = Math.min(Number(count), from + RECORDS_A_CHUNK);
    for (let number = from; number < to; number++) text += `${JSON.stringify(record(number))}\n`;
    const chunk = encoder.encode(text);
    if (isCounted) bytes += chunk.length;
    yield chunk;
  }
}

let entries = 0;
const file = { name, chunks: generated(true), reread: () => generated(false) };
for await (const _ of listSources[source]!.parse([file])) entries++;
process.stdout.write(`${JSON.stringify({ entries, bytes })}\n`);
