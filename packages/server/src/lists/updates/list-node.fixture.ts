import { createEgress } from '../../lib/egress.ts';
import { newId } from '../../lib/ids.ts';
import { createLogger } from '../../lib/logger.ts';
import { ListRegistry, readSourceSettings } from '../index-files/index.ts';
import { ListUpdates } from './list-updates.ts';
import type { ListUpdatesOptions, UpdateTiming } from './update-context.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
const logger = createLogger('silent');

/** The lists of one node of a deployment, with what it complained of. */
export interface ListNode {
  readonly updates: ListUpdates;
  readonly lists: ListRegistry;
  readonly dataDir: string;
  readonly troubles: string[];
  readonly warnings: string[];
  close(): Promise<void>;
}

export interface ListNodeOptions extends Pick<ListUpdatesOptions, 'database' | 'dataDir'> {
  readonly listsDir?: string | undefined;
  /** As GATEHOUSE_LIST_SOURCES has them. */
  readonly sources: object;
  readonly timing?: Partial<UpdateTiming> | undefined;
}

/** A node that polls every 20 ms, and waits for nothing longer. It is not started. */
export function openListNode({ database, dataDir, listsDir, sources, timing }: ListNodeOptions): ListNode {
  const read = readSourceSettings(JSON.stringify(sources), {});
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const clock = { now: () => new Date() };
  const lists = new ListRegistry({ dataDir, clock });
  const troubles: string[] = [];
  const warnings: string[] = [];
  lists.on('warning', (line) => warnings.push(line));
  const updates = new ListUpdates({
    database,
    lists,
    dataDir,
    listsDir,
    sources: read.sources,
    egress,
    clock,
    nodeId: newId(),
    logger,
    onTrouble: ({ kind, source }) => troubles.push(`${kind} ${source}`),
    timing: { pollIntervalMs: 20, retryDelaysMs: [1], failedDelayMs: 10, ...timing },
  });
  const close = async () => {
    await updates.close();
    await lists.close();
  };
  return { updates, lists, dataDir, troubles, warnings, close };
}
