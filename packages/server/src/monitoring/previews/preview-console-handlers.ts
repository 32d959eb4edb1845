import { Readable } from 'node:stream';
import { type ConsoleBody, type ConsoleData, type ConsoleQuery, phrase } from '@gatehouse/contract';
import { recordAudit } from '../../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { isId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import type { ListUpdates } from '../../lists/updates/index.ts';
import { type ActiveNow, withOutdated } from './outdated-previews.ts';
import { previewCsv } from './preview-csv.ts';
import {
  orderPreview,
  orderVersionPreviews,
  type PreviewJob,
  readPreview,
  readPreviewedCustomers,
  readPreviews,
  readVersionPreviews,
} from './preview-rows.ts';
import { ownList } from './replay-preview.ts';

type PreviewHandlers = Pick<
  ConsoleHandlers,
  | 'previews.list'
  | 'previews.order'
  | 'previews.read'
  | 'previews.customers'
  | 'previews.export'
  | 'lists.preview'
  | 'lists.previews'
>;

/** Previews over the console's interface: a domain's own, and the operator's of a list in every domain. */
export function previewConsoleHandlers(service: {
  readonly database: Database;
  readonly lists: ActiveNow['lists'];
  readonly workflows: ActiveNow['workflows'];
  readonly updates: Pick<ListUpdates, 'sourceStatuses'>;
  readonly previewQueue: JobQueue<PreviewJob>;
}): PreviewHandlers {
  const { database, updates, previewQueue: queue } = service;
  const read = async (scope: Scope, previewId: string) => {
    if (!isId(previewId)) throw new ConsoleRefusal('NOT_FOUND');
    const found = await database.transaction(scope, (tx) => readPreview(tx, scope, previewId));
    if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
    return found;
  };
  return {
    'previews.list': async ({ scope }) => ({
      previews: await withOutdated(
        service,
        scope,
        await database.transaction(scope, (tx) => readPreviews(tx, scope)),
      ),
    }),
    'previews.order': async ({ scope, body, user }) => {
      requireReplayable(updates, body);
      const actor = { kind: 'user', id: user.email } as const;
      const previewId = await database.transaction(scope, (tx) =>
        orderPreview(tx, scope, { change: body, actor, queue }),
      );
      queue.wake();
      return { previewId };
    },
    'previews.read': async ({ scope, params }) => {
      const [preview] = await withOutdated(service, scope, [await read(scope, params.previewId)]);
      return preview!;
    },
    'previews.customers': async ({ scope, params, query }) => {
      await read(scope, params.previewId);
      const page = { previewId: params.previewId, ...query };
      return {
        customers: await database.transaction(scope, (tx) => readPreviewedCustomers(tx, scope, page)),
      };
    },
    'previews.export': async ({ scope, user, params: { previewId } }) => {
      await read(scope, previewId);
      await database.transaction(scope, (tx) =>
        recordAudit(tx, scope, {
          actor: { kind: 'user', id: user.email },
          act: 'preview.export',
          object: { kind: 'preview', id: previewId },
          detail: {},
        }),
      );
      return {
        filename: `preview-${previewId}.csv`,
        contentType: 'text/csv; charset=utf-8',
        size: undefined,
        bytes: Readable.from(previewCsv(database, scope, previewId), { objectMode: false }),
      };
    },
    'lists.preview': async ({ user, body }) => {
      if (!updates.sourceStatuses().some(({ source }) => source === body.source)) {
        throw new ConsoleRefusal('NOT_FOUND', phrase('refusals.sourceUnknown', { source: body.source }));
      }
      const actor = { kind: 'operator', id: user.email } as const;
      const ordered = await database.operator((tx) => orderVersionPreviews(tx, { ...body, actor, queue }));
      queue.wake();
      return { ordered };
    },
    'lists.previews': ({ query }) => readListPreviews(service, query),
  };
}

/** Lists and the time of a replay, as far as the body itself cannot tell. @throws ConsoleRefusal */
function requireReplayable(
  updates: Pick<ListUpdates, 'sourceStatuses'>,
  body: ConsoleBody<'previews.order'>,
): void {
  if (body.kind !== 'REPLAY') return;
  const { from = 0, before = Date.now(), sources = [] } = body;
  if (before < from) {
    const said = { until: new Date(before).toISOString(), from: new Date(from).toISOString() };
    const field = body.before === undefined ? 'from' : 'before';
    throw new ConsoleRefusal('INVALID', phrase('rules.before', said), { field });
  }
  const known = new Set([ownList, ...updates.sourceStatuses().map(({ source }) => source)]);
  const unknown = sources.find((source) => !known.has(source));
  if (unknown !== undefined) {
    throw new ConsoleRefusal('INVALID', phrase('refusals.sourceUnknown', { source: unknown }), {
      field: 'sources',
    });
  }
}

/** The previews of a list version in every domain, for the operator. */
async function readListPreviews(
  service: ActiveNow,
  query: ConsoleQuery<'lists.previews'>,
): Promise<ConsoleData<'lists.previews'>> {
  const found = await service.database.operator((tx) => readVersionPreviews(tx, query));
  const previews = await Promise.all(
    found.map(async (preview) => {
      const { tenantId, domain } = preview;
      const [judged] = await withOutdated(service, { tenantId, domain }, [preview]);
      return judged!;
    }),
  );
  return { previews };
}
