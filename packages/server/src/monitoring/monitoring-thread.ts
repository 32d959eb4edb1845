/** Entry of the thread of monitoring: it holds the customers of each scope and searches them; nothing else knows them. */
import { parentPort } from 'node:worker_threads';
import type {
  ScreenedSubject,
  ThreadCallName,
  ThreadCalls,
  ThreadQuestion,
  ThreadReply,
} from './monitoring-protocol.ts';
import { OpenSearch } from './run-search.ts';
import { WatchedSubjects } from './watched-subjects.ts';

type Answers = {
  readonly [Name in ThreadCallName]: (send: ThreadCalls[Name]['send']) => ThreadCalls[Name]['answer'];
};

interface Run {
  /** The customers of the scope as the run started; those of a scope that is forgotten meanwhile stay with the run. */
  readonly watched: WatchedSubjects;
  readonly search: OpenSearch;
  /** In the order of their ids. */
  readonly customerIds: readonly string[];
  /** Digests of subjects to screen; undefined: all of these customers. */
  readonly concerned: ReadonlySet<string> | undefined;
  /** Results of subjects that several customers have. */
  readonly shared: Map<string, Omit<ScreenedSubject, 'key'>>;
}

/** Results of shared subjects that a run keeps: with more it screens some again. */
const maxShared = 10_000;

/** In the order of ids' bytes in UTF-8, as the database has it in its own collation "C". */
function inOrder(customerIds: Iterable<string>): string[] {
  const encoded = Array.from(customerIds, (customerId) => ({ customerId, bytes: Buffer.from(customerId) }));
  encoded.sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  return encoded.map(({ customerId }) => customerId);
}

/** How many of sorted ids come up to and with `last`. */
function countUpTo(customerIds: readonly string[], last: string): number {
  const bytes = Buffer.from(last);
  let [low, high] = [0, customerIds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(Buffer.from(customerIds[middle]!), bytes) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The customers that one process watches, and the runs it has in progress. */
export function createThreadCalls(): Answers {
  const scopes = new Map<string, WatchedSubjects>();
  const runs = new Map<string, Run>();
  const watchedIn = (scope: string): WatchedSubjects => {
    const watched = scopes.get(scope) ?? new WatchedSubjects();
    scopes.set(scope, watched);
    return watched;
  };
  return {
    watch: ({ scope, customers, gone }) => {
      const watched = watchedIn(scope);
      for (const customer of customers) watched.put(customer);
      for (const customerId of gone) watched.delete(customerId);
      return { customers: watched.size, subjects: watched.subjects };
    },
    forget: ({ scope }) => {
      scopes.delete(scope);
      return null;
    },
    start: ({ runId, scope, search, customerId }) => {
      const watched = watchedIn(scope);
      const opened = new OpenSearch(search);
      const lookUps = customerId === null ? opened.lookUps() : undefined;
      const concerned =
        lookUps &&
        new Set(lookUps.flatMap(({ entries, policies }) => [...watched.concerned(entries, policies)]));
      const all = () => (customerId === null ? watched.customerIds() : ownIds(watched, customerId));
      const customerIds = inOrder(concerned ? watched.holders(concerned) : all());
      runs.set(runId, { watched, search: opened, customerIds, concerned, shared: new Map() });
      const considered = customerId === null ? watched.size : customerIds.length;
      return { considered, concerned: customerIds.length, entries: opened.entries };
    },
    screen: ({ runId, after, limit }) => {
      const run = runs.get(runId);
      if (!run) throw new Error(`run ${runId} was not begun here`);
      const { customerIds } = run;
      const from = after === null ? 0 : countUpTo(customerIds, after);
      let to = from;
      const customers = [];
      for (let screened = 0; to < customerIds.length && screened < limit; to++) {
        const customerId = customerIds[to]!;
        const subjects = screenCustomer(run, customerId);
        screened += Math.max(1, subjects.length);
        if (subjects.length > 0) customers.push({ customerId, subjects });
      }
      return { customers, last: customerIds[to - 1] ?? null, isLast: to >= customerIds.length };
    },
    end: ({ runId }) => {
      runs.delete(runId);
      return null;
    },
  };
}

function ownIds(watched: WatchedSubjects, customerId: string): string[] {
  return watched.of(customerId).length > 0 ? [customerId] : [];
}

/** Screens the customer and its parties, as far as the run concerns them. */
function screenCustomer(run: Run, customerId: string): ScreenedSubject[] {
  const { watched } = run;
  return watched.of(customerId).flatMap(({ key, digest }) => {
    if (run.concerned?.has(digest) === false) return [];
    const known = run.shared.get(digest);
    if (known) return [{ key, ...known }];
    const subject = watched.subject(digest);
    if (subject === undefined) return [];
    const screened = run.search.screen(subject);
    if (watched.isShared(digest) && run.shared.size < maxShared) run.shared.set(digest, screened);
    return [{ key, ...screened }];
  });
}

if (parentPort !== null) {
  const port = parentPort;
  const answers = createThreadCalls();
  port.on('message', ({ id, name, send }: ThreadQuestion) => {
    let reply: ThreadReply;
    try {
      reply = { id, ok: true, answer: (answers[name] as (sent: unknown) => unknown)(send) };
    } catch (error) {
      reply = { id, ok: false, error };
    }
    port.postMessage(reply);
  });
}
