/** Entry of the thread of monitoring: it holds the customers of each scope and searches them; nothing else knows them. */
import { parentPort } from 'node:worker_threads';
import { parseInput, type SubjectInput, subjectSchema } from '@gatehouse/contract';
import { type Subject, SubjectIndex } from '@gatehouse/matching';
import { matchingSubject } from '../screening/index.ts';
import type { ThreadCallName, ThreadCalls, ThreadQuestion, ThreadReply } from './monitoring-protocol.ts';
import { OpenSearch } from './run-search.ts';

type Answers = {
  readonly [Name in ThreadCallName]: (send: ThreadCalls[Name]['send']) => ThreadCalls[Name]['answer'];
};

interface Run {
  readonly scope: string;
  readonly search: OpenSearch;
  /** In the order of their ids. */
  readonly customerIds: readonly string[];
}

/** Orders ids by their bytes in UTF-8, as the database does in its own collation "C". */
function byId(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The subject as every screening reads it; undefined when what is stored is no subject any more. */
function subjectOf(customerId: string, fields: Readonly<Record<string, unknown>>): Subject | undefined {
  const parsed = parseInput<SubjectInput>(subjectSchema, { ...fields, customerId });
  if (!parsed.ok) return undefined;
  const subject = matchingSubject(parsed.value, new Date());
  return subject.ok ? subject.subject : undefined;
}

/** The customers that one process watches, and the runs it has in progress. */
export function createThreadCalls(): Answers {
  const scopes = new Map<string, SubjectIndex>();
  const runs = new Map<string, Run>();
  const indexOf = (scope: string): SubjectIndex => {
    const index = scopes.get(scope) ?? new SubjectIndex();
    scopes.set(scope, index);
    return index;
  };
  return {
    watch: ({ scope, customers, gone }) => {
      const index = indexOf(scope);
      for (const { customerId, subject } of customers) {
        const readable = subjectOf(customerId, subject);
        if (readable) index.put(customerId, readable);
        else index.delete(customerId);
      }
      for (const customerId of gone) index.delete(customerId);
      return { watched: index.size };
    },
    forget: ({ scope }) => {
      scopes.delete(scope);
      return null;
    },
    start: ({ runId, scope, search, customerId }) => {
      const index = indexOf(scope);
      const opened = new OpenSearch(search);
      let concerned: Iterable<string>;
      if (customerId !== null) concerned = index.subject(customerId) ? [customerId] : [];
      else {
        const lookUps = opened.lookUps();
        concerned = lookUps
          ? new Set(lookUps.flatMap(({ entries, policies }) => [...index.concerned(entries, policies)]))
          : index.keys();
      }
      const customerIds = [...concerned].sort(byId);
      runs.set(runId, { scope, search: opened, customerIds });
      const considered = customerId === null ? index.size : customerIds.length;
      return { considered, concerned: customerIds.length, entries: opened.entries };
    },
    screen: ({ runId, after, limit }) => {
      const run = runs.get(runId);
      if (!run) throw new Error(`run ${runId} was not begun here`);
      const { customerIds, search } = run;
      const found = after === null ? 0 : customerIds.findIndex((customerId) => byId(customerId, after) > 0);
      const from = found < 0 ? customerIds.length : found;
      const index = indexOf(run.scope);
      const customers = customerIds.slice(from, from + limit).flatMap((customerId) => {
        const subject = index.subject(customerId);
        return subject ? [search.screen(customerId, subject)] : [];
      });
      return {
        customers,
        last: customerIds[Math.min(from + limit, customerIds.length) - 1] ?? null,
        isLast: from + limit >= customerIds.length,
      };
    },
    end: ({ runId }) => {
      runs.delete(runId);
      return null;
    },
  };
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
