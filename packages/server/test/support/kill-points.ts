/**
 * Loaded before a server by `node --import`: kills its own process without warning at a named step, as a story
 * asks by STORY_KILL_POINT (`before take`, `after commit of settle`) and STORY_KILL_TURN (at the how many-th such
 * moment). It watches the messages that the driver of the store sends and the answers that come back, so that the
 * product knows nothing of it. "Before" is before the message leaves, "after" is before the product sees its answer.
 */
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { commitSteps, steps } from './kill-steps.ts';

const point = process.env['STORY_KILL_POINT'];
// Only the server itself: not its threads, and not the program that makes a new store.
if (point !== undefined && isMainThread && process.argv.includes('serve')) {
  watch(point, Number(process.env['STORY_KILL_TURN'] ?? 1));
}

/** What is known of one connection. */
interface Line {
  /** Texts of prepared statements by their names. */
  readonly texts: Map<string, string>;
  /** Texts of the message that is being put together. */
  message: string[];
  /** The steps of the message under way. */
  sent: readonly string[];
  /** The first named step of the open transaction. */
  transaction: string | undefined;
}

/** The part of the driver's connection through which every message goes. */
interface TestPipeline {
  parse: (this: TestPipeline, query: { name: string; text: string }, more?: boolean) => void;
  bind: (this: TestPipeline, config: { statement?: string }, more?: boolean) => void;
  sync: (this: TestPipeline) => void;
}

function watch(wanted: string, turn: number): void {
  const lines = new WeakMap<object, Line>();
  let turns = 0;
  const reached = (moment: string): void => {
    if (moment !== wanted) return;
    turns += 1;
    if (turns === turn) process.kill(process.pid, 'SIGKILL');
  };
  const lineOf = (connection: TestPipeline): Line => {
    const known = lines.get(connection);
    if (known) return known;
    const line: Line = { texts: new Map(), message: [], sent: [], transaction: undefined };
    lines.set(connection, line);
    (connection as unknown as NodeJS.EventEmitter).prependListener('readyForQuery', () => {
      for (const step of line.sent) reached(`after ${step}`);
      line.sent = [];
    });
    return line;
  };
  const door = (pg as unknown as { Connection: { prototype: TestPipeline } }).Connection.prototype;
  const { parse, bind, sync } = door;
  door.parse = function (query, more) {
    lineOf(this).texts.set(query.name, query.text);
    parse.call(this, query, more);
  };
  door.bind = function (config, more) {
    const line = lineOf(this);
    line.message.push(line.texts.get(config.statement ?? '') ?? '');
    bind.call(this, config, more);
  };
  door.sync = function () {
    const line = lineOf(this);
    line.sent = stepsOf(line);
    for (const step of line.sent) reached(`before ${step}`);
    sync.call(this);
  };
}

/** The named steps of the message that is about to leave. */
function stepsOf(line: Line): readonly string[] {
  const texts = line.message;
  line.message = [];
  if (texts.includes('begin')) line.transaction = undefined;
  const named = texts.flatMap((text) =>
    steps.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
  );
  line.transaction ??= named.find((name) => commitSteps.includes(name));
  if (!texts.includes('commit')) return named;
  return line.transaction === undefined ? [] : [`commit of ${line.transaction}`];
}
