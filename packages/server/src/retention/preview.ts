import type { ConsoleData, RetentionKind, RetentionRule } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { firstKey } from './aging-kind.ts';
import { agingKinds } from './aging-kinds.ts';
import { readNextRun } from './run-queries.ts';
import { ageOf } from './run-retention.ts';

type Preview = ConsoleData<'retention.preview'>;

/** Pages that a preview looks at in all: a person waits for it. */
const maxPages = 40;

/** Counts what the next run would take in some domains, by the same pages as the run. */
export async function previewRetention(
  database: Database,
  scopes: readonly Scope[],
  of: { readonly kind: RetentionKind; readonly rule: RetentionRule; readonly now: Date },
): Promise<Preview> {
  const kept: Preview['kept'] = {};
  let due = 0;
  let pages = 0;
  for (const scope of scopes) {
    const age = ageOf(of.rule, await database.transaction(scope, (tx) => readNextRun(tx, scope, of.now)));
    let after: string | undefined = age === undefined ? undefined : firstKey;
    while (after !== undefined) {
      if (pages === maxPages) return { due, kept, isComplete: false };
      pages += 1;
      const from: string = after;
      const page = await database.transaction(scope, (tx) =>
        agingKinds[of.kind].findPage(tx, scope, { ...age!, after: from }),
      );
      for (const candidate of page.candidates) {
        if (candidate.kept === null) due += 1;
        else kept[candidate.kept] = (kept[candidate.kept] ?? 0) + 1;
      }
      after = page.next;
    }
  }
  return { due, kept, isComplete: true };
}
