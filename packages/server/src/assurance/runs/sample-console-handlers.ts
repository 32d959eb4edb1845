import type { ConsoleData } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import { readScreenedCustomers } from '../../customers/index.ts';
import type { Database, Tx } from '../../database/database.ts';
import { isId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { readSubject } from '../../screening/index.ts';
import { estimateMissed, type MissedEstimate } from '../run/missed-estimate.ts';
import type { AssuranceReport } from '../run/report.ts';
import { readRunFile } from './run-rows.ts';
import { countRulings, type PairRow, readPairs, rulePair } from './sample-rows.ts';

type Shown = ConsoleData<'assurance.pairs'>;
type ShownPair = Shown['pairs'][number];

/** The sample below the threshold over the console's interface. */
export function sampleConsoleHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<ConsoleHandlers, 'assurance.pairs' | 'assurance.rule'> {
  return {
    'assurance.pairs': ({ scope, params: { assuranceRunId } }) =>
      database.transaction(scope, async (tx): Promise<Shown> => {
        const report = isId(assuranceRunId) ? await readReport(tx, scope, assuranceRunId) : undefined;
        if (report === undefined) throw new ConsoleRefusal('NOT_FOUND');
        const rows = await readPairs(tx, scope, assuranceRunId);
        const { bands, missed } = estimateMissed(report.belowLine?.bands ?? [], countRulings(rows));
        return { pairs: await shownPairs(tx, scope, rows), bands: [...bands], missed };
      }),
    'assurance.rule': async ({ scope, params: { assuranceRunId, pairNo }, body, user }) => {
      const actor = { kind: 'user', id: user.email } as const;
      const isThere =
        isId(assuranceRunId) &&
        /^[1-9]\d{0,5}$/.test(pairNo) &&
        (await database.transaction(scope, (tx) =>
          rulePair(tx, scope, { assuranceRunId, pairNo: Number(pairNo), ruling: body.ruling, actor }),
        ));
      if (!isThere) throw new ConsoleRefusal('NOT_FOUND');
    },
  };
}

async function readReport(
  tx: Tx,
  scope: Scope,
  assuranceRunId: string,
): Promise<AssuranceReport | undefined> {
  const json = await readRunFile(tx, scope, { assuranceRunId, name: 'report.json' });
  return json === undefined ? undefined : (JSON.parse(json) as AssuranceReport);
}

/** What people have ruled of a run's sample until now; undefined where it has no sample. */
export async function readEstimate(
  tx: Tx,
  scope: Scope,
  { assuranceRunId, report }: { readonly assuranceRunId: string; readonly report: AssuranceReport },
): Promise<MissedEstimate | undefined> {
  // Reports of earlier versions know no sample.
  if (!report.belowLine) return undefined;
  const rows = await readPairs(tx, scope, assuranceRunId);
  return estimateMissed(report.belowLine.bands, countRulings(rows));
}

/** Each with its customer as it is now. */
async function shownPairs(tx: Tx, scope: Scope, rows: readonly PairRow[]): Promise<ShownPair[]> {
  const ids = [...new Set(rows.map(({ customerId }) => customerId))];
  const customers = new Map(
    (await readScreenedCustomers(tx, scope, ids)).map(({ customerId, fields }) => [customerId, fields]),
  );
  return rows.flatMap((row): ShownPair[] => {
    const fields = customers.get(row.customerId);
    if (fields === undefined) return [];
    const { customerId, source, entityId, listed, ...ruled } = row;
    const { name, matchedName, type, births, countries } = listed;
    return [
      {
        ...ruled,
        customer: customerOf(customerId, fields),
        listed: { source, entityId, name, matchedName, type, births: [...births], countries: [...countries] },
      },
    ];
  });
}

function customerOf(customerId: string, fields: Readonly<Record<string, unknown>>): ShownPair['customer'] {
  const read = readSubject(fields, { customerId, now: new Date() });
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const births = read.ok ? (read.subject.births ?? []) : [];
  return {
    customerId,
    name: text(fields['name']),
    type: fields['customerType'] === 'corporate' ? 'corporate' : 'individual',
    aliases: text(fields['aliasName']),
    birth: births.map(({ from, to }) => (from === to ? from : `${from} – ${to}`)).join(', ') || null,
    countries: read.ok ? [...new Set(read.subject.countries ?? [])] : [],
  };
}
