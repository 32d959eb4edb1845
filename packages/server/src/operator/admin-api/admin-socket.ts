import { existsSync } from 'node:fs';
import { chmod, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import fastify from 'fastify';
import type { App } from '../../app/app.ts';
import { inspectStore, type StoreFacts } from '../../database/inspect.ts';
import type { FeedState } from '../../internet-search/feeds/index.ts';
import { type DataKeyState, dataKeyStates } from '../../lib/data-key-status.ts';
import { OperatorRefusal } from '../../lib/operator-refusal.ts';
import type { ListStatus } from '../../lists/index-files/index.ts';
import {
  operatorActor,
  type SourceStatus,
  type UpdateOutcome,
  type UpdateProgress,
  type VersionRow,
} from '../../lists/updates/index.ts';

import { countKeyless, type KeyCount } from '../../uploads/index.ts';
import { type AdminCommands, type AdminTools, adminCommands } from './admin-commands.ts';
import { type EncryptionFacts, readEncryption } from './read-encryption.ts';

/**
 * The socket by which commands reach the server that owns their data directory. Whoever may open it may do
 * all that the server's user may: it is made for that user alone.
 */
export const socketName = 'control.sock';

/** What every system takes as a socket's path, in bytes. */
const longestSocketPath = 103;

/** Encrypted files of which the doctor looks whether their keys are there. */
export const maxFilesLookedAt = 500_000;

/** What only a running server answers, with what is sent and what comes back. */
interface ServerRequests {
  lists: {
    readonly send: Record<string, never>;
    readonly answer: ListsResponse;
  };
  updateLists: {
    readonly send: { readonly sources: readonly string[] };
    readonly answer: UpdateOutcome[];
  };
  chooseList: {
    readonly send: {
      readonly reason: 'accept' | 'rollback';
      readonly source: string;
      readonly version?: string | undefined;
    };
    readonly answer: UpdateOutcome;
  };
  listVersions: {
    readonly send: { readonly source?: string | undefined };
    readonly answer: VersionRow[];
  };
  inspect: {
    readonly send: Record<string, never>;
    readonly answer: {
      readonly store: StoreFacts;
      readonly dataKeys: readonly DataKeyState[];
      readonly feeds: readonly FeedState[];
      readonly fileKeys: KeyCount;
      readonly encryption: EncryptionFacts;
      readonly baseUrl: string;
    };
  };
}

/** Everything that can be asked of a running server. */
export type AdminRequestName = keyof AdminCommands | keyof ServerRequests;

export type SentTo<Name extends AdminRequestName> = Name extends keyof AdminCommands
  ? Parameters<AdminCommands[Name]>[1]
  : Name extends keyof ServerRequests
    ? ServerRequests[Name]['send']
    : never;

export type ResponseOf<Name extends AdminRequestName> = Name extends keyof AdminCommands
  ? Awaited<ReturnType<AdminCommands[Name]>>
  : Name extends keyof ServerRequests
    ? ServerRequests[Name]['answer']
    : never;

/** The lists of a deployment as one of its processes sees them. */
export interface ListsResponse {
  /** True until the lists of the start are active. */
  readonly loading: boolean;
  /** The folder from which that process takes lists. */
  readonly listsDir: string | undefined;
  /** In force in a server; else as they lie there for the next start. */
  readonly lists: readonly ListStatus[];
  readonly sources: readonly SourceStatus[];
  readonly progress: readonly UpdateProgress[];
  /** The last activation that the active lists contain. */
  readonly sequence: number | undefined;
}

export interface AdminSocket {
  close(): Promise<void>;
}

/**
 * Opens the admin socket of a data directory.
 * @throws OperatorRefusal when the directory's path is too long for a socket in it
 */
export async function startAdminSocket(app: App, dataDir: string): Promise<AdminSocket> {
  const path = join(dataDir, socketName);
  // The directory's lock is ours, so a socket file that is there was left by a process that died.
  await rm(path, { force: true });
  const server = fastify({ logger: false });
  const tools = toolsOf(app, dataDir);
  const own = serverCommands(app);
  server.post<{ Params: { name: string } }>('/:name', async ({ params: { name }, body }, reply) => {
    if (Object.hasOwn(adminCommands, name)) {
      return adminCommands[name as keyof AdminCommands](tools, body as never);
    }
    if (Object.hasOwn(own, name)) return own[name as keyof ServerRequests](body as never);
    return reply.code(404).send();
  });
  await withSocketPath(dataDir, (socketPath) => server.listen({ path: socketPath }));
  await chmod(path, 0o600);
  return {
    close: async () => {
      await server.close();
      await rm(path, { force: true });
    },
  };
}

function toolsOf(app: App, dataDir: string): AdminTools {
  return {
    dataDir: () => dataDir,
    database: async () => app.database,
    masterKeys: async () => app.masterKeys,
    egress: () => app.egress,
    publicUrl: () => app.consoleUrl.replace(/\/console$/, ''),
    refresh: () => app.refresh(),
    provision: (file) => app.provision(file),
    previewQueue: async () => app.previewQueue,
    resume: (resumption) => app.resume(resumption),
    erase: (order) => app.erase(order),
    exportCustomer: (order) => app.exportCustomer(order),
  };
}

function serverCommands(app: App): {
  readonly [Name in keyof ServerRequests]: (sent: SentTo<Name>) => Promise<ResponseOf<Name>>;
} {
  return {
    lists: async () => ({
      loading: app.lists.current() === undefined,
      listsDir: app.listsDir,
      lists: app.lists.status(),
      sources: app.updates.sourceStatuses(),
      progress: app.updates.progress(),
      sequence: app.updates.active()?.sequence,
    }),
    updateLists: ({ sources }) => app.updates.update(sources, operatorActor),
    chooseList: ({ reason, source, version }) => app.updates[reason](source, version, operatorActor),
    listVersions: ({ source }) => app.updates.versions(source),
    inspect: async () => {
      const store = await inspectStore(
        (text, values) => app.database.executeSql(text, values) as Promise<never>,
      );
      const feeds = await app.feeds.states();
      const dataKeys = dataKeyStates(store.dataKeys, app.masterKeys);
      const fileKeys = await app.database.operator((tx) => countKeyless(tx, maxFilesLookedAt));
      const encryption = await app.database.operator(readEncryption);
      return { store, dataKeys, feeds, fileKeys, encryption, baseUrl: app.baseUrl };
    },
  };
}

/** Asks the server that owns the data directory; undefined when none runs there. */
export async function askServer<Name extends AdminRequestName>(
  dataDir: string,
  name: Name,
  send: SentTo<Name>,
): Promise<ResponseOf<Name> | undefined> {
  if (!existsSync(join(dataDir, socketName))) return undefined;
  const body = JSON.stringify(send);
  const answer = await withSocketPath(dataDir, (socketPath) => post(socketPath, `/${name}`, body));
  if (answer === undefined) return undefined;
  if (answer.status !== 200) {
    throw new OperatorRefusal(`the server of ${dataDir} failed: ${answer.text}`);
  }
  return JSON.parse(answer.text) as ResponseOf<Name>;
}

/** Hands over a path of the socket that the system takes: a long one goes through an open directory. */
async function withSocketPath<T>(dataDir: string, use: (socketPath: string) => Promise<T>): Promise<T> {
  const path = join(dataDir, socketName);
  if (Buffer.byteLength(path) <= longestSocketPath) return use(path);
  if (process.platform !== 'linux') {
    const max = longestSocketPath - socketName.length - 1;
    throw new OperatorRefusal(
      `GATEHOUSE_DATA_DIR ${dataDir} is too long for the control socket in it: choose one of at most ${max} bytes`,
    );
  }
  const directory = await open(dataDir, 'r');
  try {
    return await use(`/proc/self/fd/${directory.fd}/${socketName}`);
  } finally {
    await directory.close();
  }
}

function post(
  socketPath: string,
  path: string,
  body: string,
): Promise<{ status: number; text: string } | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ socketPath, path, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    call.end(body);
  });
}
