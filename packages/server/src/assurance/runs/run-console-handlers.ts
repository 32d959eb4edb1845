import { Readable } from 'node:stream';
import {
  type ConsoleBody,
  type ConsoleData,
  type EngineChoice,
  phrase,
  type WorkflowNode,
} from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { isId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import type { AssuranceReport } from '../run/report.ts';
import { makeRunPdf, type PdfTools } from './run-pdf.ts';
import {
  type AssuranceJob,
  cancelRun,
  countRuns,
  orderRun,
  type RunRow,
  type RunSettings,
  readPublished,
  readRun,
  readRunFile,
  readRuns,
} from './run-rows.ts';
import { sampleConsoleHandlers } from './sample-console-handlers.ts';

type Handlers = Pick<
  ConsoleHandlers,
  | 'assurance.list'
  | 'assurance.order'
  | 'assurance.read'
  | 'assurance.cancel'
  | 'assurance.pairs'
  | 'assurance.rule'
  | 'assurance.file'
  | 'assurance.pdf'
>;

interface Service extends PdfTools {
  readonly database: Database;
  readonly assuranceQueue: JobQueue<AssuranceJob>;
  readonly publishedWorkflow: (
    scope: Scope,
    workflowId: string,
    version: number,
  ) => Promise<{ readonly workflow: { readonly nodes: readonly WorkflowNode[] } }>;
}

const testableEngines = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'] as const;
/** Runs of a domain that wait or are under way. */
const maxOpen = 5;
/** Runs of a domain. Retention alone deletes them, and it asks legal holds: beyond these a new one is refused. */
const maxKept = 2_000;
/** Missed records that an answer has; the files have more. */
const shownMissed = 200;

/** Tests of screening over the console's interface. */
export function assuranceConsoleHandlers(service: Service): Handlers {
  const { database, assuranceQueue: queue } = service;
  const read = async (scope: Scope, assuranceRunId: string): Promise<RunRow> => {
    const found = isId(assuranceRunId)
      ? await database.transaction(scope, (tx) => readRun(tx, scope, assuranceRunId))
      : undefined;
    if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
    return found;
  };
  return {
    ...sampleConsoleHandlers(service),
    'assurance.list': async ({ scope }) => ({
      runs: await database.transaction(scope, (tx) => readRuns(tx, scope)),
      workflows: await listWorkflows(service, scope),
    }),
    'assurance.order': async ({ scope, body, user }) => {
      const settings = await settingsOf(service, scope, body);
      const assuranceRunId = await database.transaction(scope, async (tx) => {
        const { open, kept } = await countRuns(tx, scope);
        if (open >= maxOpen) {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.assuranceRunsOpen', { count: maxOpen }));
        }
        if (kept >= maxKept) {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.assuranceRunsKept', { count: maxKept }));
        }
        return orderRun(tx, scope, { settings, actor: { kind: 'user', id: user.email }, queue });
      });
      queue.wake();
      return { assuranceRunId };
    },
    'assurance.read': async ({ scope, params: { assuranceRunId } }) => {
      const run = await read(scope, assuranceRunId);
      if (run.state !== 'DONE') return { run, report: null };
      const json = await database.transaction(scope, (tx) =>
        readRunFile(tx, scope, { assuranceRunId, name: 'report.json' }),
      );
      return { run, report: json === undefined ? null : shownReport(JSON.parse(json) as AssuranceReport) };
    },
    'assurance.cancel': async ({ scope, params: { assuranceRunId }, user }) => {
      await read(scope, assuranceRunId);
      const actor = { kind: 'user', id: user.email } as const;
      const isEnded = await database.transaction(scope, (tx) =>
        cancelRun(tx, scope, { assuranceRunId, actor }),
      );
      if (!isEnded) throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.assuranceRunEnded'));
    },
    'assurance.file': async ({ scope, params: { assuranceRunId, assuranceFile: name } }) => {
      await read(scope, assuranceRunId);
      const text = await database.transaction(scope, (tx) =>
        readRunFile(tx, scope, { assuranceRunId, name }),
      );
      if (text === undefined) throw new ConsoleRefusal('NOT_FOUND');
      const bytes = Buffer.from(text, 'utf8');
      return {
        filename: `assurance-${assuranceRunId}-${name}`,
        contentType: name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json',
        size: bytes.length,
        bytes: Readable.from([bytes], { objectMode: false }),
      };
    },
    'assurance.pdf': async ({ scope, params: { assuranceRunId }, query, user }) => {
      await read(scope, assuranceRunId);
      return makeRunPdf(service, scope, { assuranceRunId, user, language: query.language ?? 'en' });
    },
  };
}

type ShownReport = NonNullable<ConsoleData<'assurance.read'>['report']>;

function shownReport(report: AssuranceReport): ShownReport {
  const { missed, format: _, formatVersion: __, ...figures } = report;
  const shown = { ...figures, missed: { ...missed, shown: missed.shown.slice(0, shownMissed) } };
  // Of the report nothing is changed: the types of answers know no readonly.
  return shown as unknown as ShownReport;
}

type WorkflowScreening = ConsoleData<'assurance.list'>['workflows'][number];

/** Screening nodes of published workflows with the engines of theirs that search lists. */
async function listWorkflows(service: Service, scope: Scope): Promise<WorkflowScreening[]> {
  const published = await service.database.transaction(scope, (tx) => readPublished(tx, scope));
  const found = await Promise.all(
    published.map(async ({ workflowId, name, version }) => {
      const { workflow } = await service.publishedWorkflow(scope, workflowId, version);
      return workflow.nodes.flatMap((node): WorkflowScreening[] => {
        if (node.type !== 'screening') return [];
        const engines = testableEngines.filter((engine) => node.engines[engine] !== undefined);
        return engines.length === 0 ? [] : [{ workflowId, name, version, nodeId: node.id, engines }];
      });
    }),
  );
  return found.flat();
}

/** What the run is ordered with: of a workflow, the settings of its published version as they are now. */
async function settingsOf(
  service: Service,
  scope: Scope,
  { seed, size, cleanFrom, screening }: ConsoleBody<'assurance.order'>,
): Promise<RunSettings> {
  if (screening.engine !== 'WORKFLOW') return { seed, size, cleanFrom, workflow: null, ...screening };
  const { workflowId, nodeId, searchedBy } = screening;
  const published = await service.database.transaction(scope, (tx) => readPublished(tx, scope));
  const version = published.find((each) => each.workflowId === workflowId)?.version;
  if (version === undefined) throw new ConsoleRefusal('NOT_FOUND');
  const { workflow } = await service.publishedWorkflow(scope, workflowId, version);
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  const engines: EngineChoice = node?.type === 'screening' ? node.engines : {};
  const engineSettings = engines[searchedBy];
  if (engineSettings === undefined) throw new ConsoleRefusal('NOT_FOUND');
  return {
    seed,
    size,
    cleanFrom,
    workflow: { workflowId, version, nodeId },
    engine: searchedBy,
    engineSettings,
  } as RunSettings;
}
