/** What the tests of a deployment's lists share: a store, a publisher, a folder, and nodes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePolicies, openVersion, screen } from '@gatehouse/matching';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OpenDatabase } from '../../database/index.ts';
import type { TestStore } from '../../database/stores.fixture.ts';
import { type MadeUpPerson, madeUpList } from '../index-files/made-up-list.fixture.ts';
import type { UpdateOutcome } from './activate-version.ts';
import { type ListActivation, readListActivations } from './list-activations.ts';
import { type ListNode, openListNode } from './list-node.fixture.ts';
import { Publisher } from './publisher.fixture.ts';
import type { UpdateTiming } from './update-context.ts';
import type { SourceStatus } from './update-status.ts';

const syllables = ['Bar', 'quon', 'zel', 'mir', 'tash', 'vor', 'nim', 'dul', 'fex', 'gor', 'hal', 'wix'];
const word = (seed: number) =>
  [0, 1, 2].map((place) => syllables[Math.floor(seed / 12 ** place) % 12]).join('');

/** So many people, the same ones each time. */
export function people(count: number): MadeUpPerson[] {
  return Array.from({ length: count }, (_, id) => ({ id, first: word(id), last: word(id * 7 + 5) }));
}

/** The file of a publisher on one day of March. */
export function list(entries: readonly MadeUpPerson[], day = 1): string {
  return madeUpList(entries, `2026-03-0${day}T00:00:00Z`);
}

export const ana = { kind: 'operator', id: 'ana' } as const;

interface NodeOptions {
  /** In place of the stage's. */
  readonly database?: OpenDatabase;
  readonly dataDir?: string;
  readonly listsDir?: string;
  /** In place of the made-up list of the publisher. */
  readonly sources?: object;
  readonly timing?: Partial<UpdateTiming>;
}

export interface ListStage {
  readonly database: OpenDatabase;
  /** Who offers `un.xml`. */
  readonly publisher: Publisher;
  /** Of this test alone; data folders of nodes lie in it. */
  readonly folder: string;
  /** A node of the deployment that fetches the made-up list, or reads `listsDir`. It is not started. */
  openNode(options?: NodeOptions): ListNode;
  startNode(options?: NodeOptions): Promise<ListNode>;
  activations(since?: number): Promise<ListActivation[]>;
  /** Stops the publisher; another one is in its place. */
  replacePublisher(): Promise<void>;
}

/** To be called in a `describe`: the store is opened once, everything else is new for each test. */
export function useListStage(store: TestStore): ListStage {
  let database: OpenDatabase;
  let publisher: Publisher;
  let folder: string;
  const nodes: ListNode[] = [];
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    publisher = await Publisher.start();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-updates-'));
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
    await publisher.stop();
    await forgetLists(database);
    await rm(folder, { recursive: true });
  });
  const openNode = (options: NodeOptions = {}): ListNode => {
    const { dataDir = 'data', listsDir, sources, timing } = options;
    const submitted = sources ?? (listsDir ? {} : { 'un-sc': {} });
    const files = { 'consolidated.xml': publisher.url('un.xml') };
    const wanted = Object.fromEntries(Object.entries(submitted).map(([id, own]) => [id, { files, ...own }]));
    const node = openListNode({
      database: options.database ?? database,
      dataDir: join(folder, dataDir),
      listsDir,
      sources: wanted,
      timing,
    });
    nodes.push(node);
    return node;
  };
  return {
    get database() {
      return database;
    },
    get publisher() {
      return publisher;
    },
    get folder() {
      return folder;
    },
    openNode,
    startNode: async (options) => {
      const node = openNode(options);
      await node.updates.start();
      return node;
    },
    activations: (since = 0) => database.operator((tx) => readListActivations(tx, since)),
    replacePublisher: async () => {
      await publisher.stop();
      publisher = await Publisher.start();
    },
  };
}

async function forgetLists(database: OpenDatabase): Promise<void> {
  const tables = [
    'list_change',
    'list_activation',
    'list_version',
    'list_source',
    'list_file_piece',
    'list_archive_file',
    'list_archive_piece',
  ];
  await database.operator(async (tx) => {
    for (const table of tables) await tx.sql(`delete from ${table}`);
  });
  // Nobody whom the service acts as may.
  await database.executeSql(`delete from gatehouse.audit_event where object_kind = 'list'`);
}

/** The entries that a node finds by somebody's exact name. */
export function found({ first, last }: MadeUpPerson, { lists }: ListNode): string[] {
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });
  const searched = lists.current()!.lists.map((one) => openVersion(one.index));
  const { hits } = screen(searched, { name: `${first} ${last}`, type: 'individual' }, policy);
  return hits.map((hit) => hit.entityId);
}

/** Has a node check its only source now. */
export async function update({ updates }: ListNode): Promise<UpdateOutcome> {
  return (await updates.update([], ana))[0]!;
}

/** The state of the only source of a node. */
export function sourceStatus({ updates }: ListNode): SourceStatus {
  return updates.sourceStatuses()[0]!;
}

/** Waits for what happens by itself. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
