/**
 * Parses made-up FollowTheMoney entities as a stream and prints speed and memory over time. Nothing is stored: the
 * bytes are made while they are read, so memory that grows would be the parser's own.
 *
 *     node bench/screening/parse.ts [entities, default 1000000]
 */
import { listSources, type SourceFile } from '../../packages/matching/src/index.ts';

const total = Number(process.argv[2] ?? 1_000_000);
const CHUNK_BYTES = 1 << 16;

/** A generator of numbers that gives the same ones each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = 'ba do ke li mar nu ra shi tov vel yan zor al ka mi ro sa te'.split(' ');
const SCHEMAS = ['Person', 'Person', 'Person', 'Company', 'Organization', 'Vessel', 'Address', 'Sanction'];
const TOPICS = ['sanction', 'role.pep', 'crime', 'debarment', 'poi'];

function entityLine(number: number, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('');
  const [first, last] = [word(), word()];
  const name = `${first} ${last}`;
  return `${JSON.stringify({
    id: `NK-${number}`,
    caption: name,
    schema: pick(SCHEMAS),
    properties: {
      name: [name, `${last.toUpperCase()}, ${first}`],
      alias: Array.from({ length: Math.floor(random() * 4) }, () => `${word()} ${word()}`),
      weakAlias: random() < 0.2 ? [word()] : [],
      firstName: [first],
      lastName: [last],
      birthDate: [
        `19${40 + Math.floor(random() * 60)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
      ],
      country: [pick(['fr', 'ru', 'gb-sct', 'suhh', 'xx'])],
      idNumber: [String(Math.floor(random() * 1e12))],
      topics: [pick(TOPICS)],
      notes: [`Made up for measuring, number ${number}. `.repeat(4)],
    },
    datasets: ['xx_made_up'],
    target: true,
  })}\n`;
}

function* madeUpChunks(): Generator<Uint8Array> {
  const random = seeded(7);
  const encoder = new TextEncoder();
  let text = '';
  for (let number = 0; number < total; number++) {
    text += entityLine(number, random);
    if (text.length >= CHUNK_BYTES) {
      yield encoder.encode(text);
      text = '';
    }
  }
  yield encoder.encode(text);
}

/** Counts bytes, and the time that making them takes, which is not the parser's. */
function measured(): { file: SourceFile; bytes: () => number; makingMs: () => number } {
  let bytes = 0;
  let making = 0;
  function* counted(): Generator<Uint8Array> {
    const source = madeUpChunks();
    for (;;) {
      const started = performance.now();
      const next = source.next();
      making += performance.now() - started;
      if (next.done) return;
      bytes += next.value.length;
      yield next.value;
    }
  }
  return {
    file: { name: 'entities.ftm.json', chunks: counted() },
    bytes: () => bytes,
    makingMs: () => making,
  };
}

const { file, bytes, makingMs } = measured();
const megabytes = (count: number) => `${(count / 1e6).toFixed(0)} MB`;
const started = performance.now();
const parsing = listSources['opensanctions']!.parse([file]);
let entries = 0;
let names = 0;
let most = 0;
const step = Math.max(1, Math.floor(total / 12));
console.log('entries    read      resident  heap');
for (;;) {
  const next = await parsing.next();
  if (next.done) {
    console.log(`rejected ${next.value.rejected.length}`);
    break;
  }
  names += next.value.names.length;
  if (++entries % step === 0) {
    const { rss, heapUsed } = process.memoryUsage();
    most = Math.max(most, rss);
    console.log(
      `${String(entries).padEnd(10)} ${megabytes(bytes()).padEnd(9)} ${megabytes(rss).padEnd(9)} ${megabytes(heapUsed)}`,
    );
  }
}
const seconds = (performance.now() - started - makingMs()) / 1000;
console.log(
  `${total} entities, of which ${entries} are screened with ${names} names, ${megabytes(bytes())}: ` +
    `${seconds.toFixed(1)} s, ${Math.round(total / seconds)} entities/s, at most ${megabytes(most)} resident`,
);
