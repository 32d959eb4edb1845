import { type Actor, recordAudit } from '../audit/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { AsOfReport, RepeatedScreening } from './as-of-report.ts';
import { type AsOfTools, repeatScreenings } from './repeat-screenings.ts';
import { readExecutionScreenings, readRemainingRecords, readScanScreening } from './stored-screenings.ts';

const kinds = ['execution', 'quickscan'] as const;
type Kind = (typeof kinds)[number];

interface AsOfOrder {
  readonly id: string;
  readonly actor: Actor;
  /** Absent: the id may be of either. */
  readonly of?: Kind;
}

/** Runs the screenings of an execution or a quick scan again, as of its day, and puts on record that it was done. */
export async function screenAsOf(
  tools: AsOfTools,
  scope: Scope,
  { id, actor, of }: AsOfOrder,
): Promise<AsOfReport> {
  const { database } = tools;
  const isOf = (kind: Kind) => of === undefined || of === kind;
  const screenings = isOf('execution') ? await readExecutionScreenings(tools, scope, id) : undefined;
  if (screenings !== undefined) {
    const repeated = await repeatScreenings(tools, scope, screenings);
    await recordRepeated(tools, scope, { kind: 'execution', id, actor, repeated });
    return { kind: 'repeated', of: 'execution', id, screenings: repeated };
  }
  const scan = isOf('quickscan') ? await readScanScreening(tools, scope, id) : undefined;
  if (scan !== undefined) {
    const repeated = await repeatScreenings(tools, scope, [scan]);
    await recordRepeated(tools, scope, { kind: 'quickscan', id, actor, repeated });
    return { kind: 'repeated', of: 'quickscan', id, screenings: repeated };
  }
  for (const kind of kinds.filter(isOf)) {
    const auditRecords = await readRemainingRecords(database, scope, { kind, id });
    if (auditRecords.length > 0) return { kind: 'erased', of: kind, id, auditRecords };
  }
  return { kind: 'notFound' };
}

/** With the hash of each engine's file, and what it ran on: a reader of the log can tell which engine answered. */
async function recordRepeated(
  { database }: AsOfTools,
  scope: Scope,
  of: {
    readonly kind: Kind;
    readonly id: string;
    readonly actor: Actor;
    readonly repeated: readonly RepeatedScreening[];
  },
): Promise<void> {
  const results = of.repeated.flatMap((one) => one.results);
  const count = (state: (typeof results)[number]['state']) =>
    results.filter((result) => result.state === state).length;
  const engines = new Map(
    of.repeated.flatMap(({ runtime }) => (runtime ? [[runtime.engineVersion, runtime] as const] : [])),
  );
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      actor: of.actor,
      act: `${of.kind}.screen_again`,
      object: { kind: of.kind, id: of.id },
      detail: {
        engines: [...engines.values()].map(({ engineVersion, sha256, ranOn }) => ({
          engineVersion,
          sha256,
          ...ranOn,
        })),
        same: count('SAME'),
        different: count('DIFFERENT'),
        notRepeatable: count('NOT_REPEATABLE'),
      },
    }),
  );
}
