import { existsSync } from 'node:fs';
import { chmod, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import fastify from 'fastify';
import type { App } from '../../app/app.ts';
import type { SignedHead } from '../../audit/index.ts';
import { readSignedHeads, type VerificationReport, verifyAudit } from '../../audit/verification/index.ts';
import { inspectStore, type StoreFacts } from '../../database/inspect.ts';
import type { OperatorLink } from '../../identity/index.ts';
import type { FeedState } from '../../internet-search/feeds/index.ts';
import { type DataKeyState, dataKeyStates } from '../../lib/data-key-status.ts';
import { OperatorRefusal } from '../../lib/operator-refusal.ts';
import type { Scope } from '../../lib/scope.ts';
import type { FileFault } from '../../lib/yaml/file-fault.ts';
import type { ListStatus } from '../../lists/index-files/index.ts';
import {
  operatorActor,
  type SourceStatus,
  type UpdateOutcome,
  type UpdateProgress,
  type VersionRow,
} from '../../lists/updates/index.ts';
import type { DeploymentReport } from '../../monitoring/index.ts';
import { type ProvisionResult, readTenantFile } from '../../provisioning/index.ts';
import type { OperatorResumption, ResumeOutcome } from '../../workflows/index.ts';
import { type ReferenceAnswer, type ReferenceRequest, runReferenceCommand } from './reference-commands.ts';
import { makePersonLink, orderMonitoring, readMonitoring } from './store-commands.ts';

/**
 * The socket by which commands reach the server that owns their data directory. Whoever may open it may do
 * all that the server's user may: it is made for that user alone.
 */
export const socketName = 'control.sock';

/** What every system takes as a socket's path, in bytes. */
const longestSocketPath = 103;

/** What can be asked, with what is sent and what comes back. */
export interface ControlRequests {
  provision: {
    readonly send: { readonly file: string; readonly env: Readonly<Record<string, string>> };
    readonly answer: ProvisionResult | { readonly ok: false; readonly faults: readonly FileFault[] };
  };
  lists: {
    readonly send: Record<string, never>;
    readonly answer: ListsAnswer;
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
  reference: { readonly send: ReferenceRequest; readonly answer: ReferenceAnswer };
  monitoring: {
    readonly send: Record<string, never>;
    readonly answer: readonly DeploymentReport[];
  };
  rescreen: {
    readonly send: Scope;
    /** Null when the tenant has no such domain. */
    readonly answer: { readonly runId: string | null };
  };
  resume: { readonly send: OperatorResumption; readonly answer: ResumeOutcome };
  verifyAudit: {
    readonly send: { readonly tenant?: string | undefined; readonly kept?: SignedHead | undefined };
    readonly answer: VerificationReport;
  };
  auditHeads: {
    readonly send: { readonly tenant?: string | undefined };
    readonly answer: SignedHead;
  };
  personLink: {
    readonly send: { readonly tenantId: string; readonly email: string };
    readonly answer: OperatorLink;
  };
  inspect: {
    readonly send: Record<string, never>;
    readonly answer: {
      readonly store: StoreFacts;
      readonly dataKeys: readonly DataKeyState[];
      readonly feeds: readonly FeedState[];
      readonly baseUrl: string;
    };
  };
}

/** The lists of a deployment as one of its processes sees them. */
export interface ListsAnswer {
  /** True until the lists of the start are in force. */
  readonly loading: boolean;
  /** The folder from which that process takes lists. */
  readonly listsDir: string | undefined;
  /** In force in a server; else as they lie there for the next start. */
  readonly lists: readonly ListStatus[];
  readonly sources: readonly SourceStatus[];
  readonly progress: readonly UpdateProgress[];
  /** The last activation that the lists in force contain. */
  readonly sequence: number | undefined;
}

export interface Control {
  close(): Promise<void>;
}

/**
 * Opens the control socket of a data directory.
 * @throws OperatorRefusal when the directory's path is too long for a socket in it
 */
export async function startControl(app: App, dataDir: string): Promise<Control> {
  const path = join(dataDir, socketName);
  // The directory's lock is ours, so a socket file that is there was left by a process that died.
  await rm(path, { force: true });
  const server = fastify({ logger: false });
  const answers: { [Name in keyof ControlRequests]: Answer<Name> } = {
    provision: async ({ file, env }) => {
      const read = await readTenantFile(file, env);
      return read.ok ? app.provision(read.value) : read;
    },
    lists: async () => ({
      loading: app.lists.current() === undefined,
      listsDir: app.listsDir,
      lists: app.lists.status(),
      sources: app.updates.standings(),
      progress: app.updates.progress(),
      sequence: app.updates.inForce()?.sequence,
    }),
    updateLists: ({ sources }) => app.updates.update(sources, operatorActor),
    chooseList: ({ reason, source, version }) => app.updates[reason](source, version, operatorActor),
    listVersions: ({ source }) => app.updates.versions(source),
    reference: (request) => runReferenceCommand(app, request),
    monitoring: () => readMonitoring(app.database),
    rescreen: async (scope) => ({ runId: (await orderMonitoring(app.database, scope)) ?? null }),
    resume: (resumption) => app.resume(resumption),
    verifyAudit: (requested) => verifyAudit(app.database, { ...requested, masterKeys: app.masterKeys }),
    auditHeads: ({ tenant }) => readSignedHeads(app.database, app.masterKeys, tenant),
    personLink: (person) => makePersonLink(app.database, person, app.consoleUrl.replace(/\/console$/, '')),
    inspect: async () => {
      const store = await inspectStore(
        (text, values) => app.database.executeSql(text, values) as Promise<never>,
      );
      const feeds = await app.feeds.states();
      const dataKeys = dataKeyStates(store.dataKeys, app.masterKeys);
      return { store, dataKeys, feeds, baseUrl: app.baseUrl };
    },
  };
  server.post<{ Params: { name: string } }>('/:name', async (call, reply) => {
    if (!Object.hasOwn(answers, call.params.name)) return reply.code(404).send();
    return answers[call.params.name as keyof ControlRequests](call.body as never);
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

type Answer<Name extends keyof ControlRequests> = (
  sent: ControlRequests[Name]['send'],
) => Promise<ControlRequests[Name]['answer']>;

/** Asks the server that owns the data directory; undefined when none runs there. */
export async function askServer<Name extends keyof ControlRequests>(
  dataDir: string,
  name: Name,
  send: ControlRequests[Name]['send'],
): Promise<ControlRequests[Name]['answer'] | undefined> {
  if (!existsSync(join(dataDir, socketName))) return undefined;
  const body = JSON.stringify(send);
  const answer = await withSocketPath(dataDir, (socketPath) => post(socketPath, `/${name}`, body));
  if (answer === undefined) return undefined;
  if (answer.status !== 200) {
    throw new OperatorRefusal(`the server that runs in ${dataDir} could not do it: ${answer.text}`);
  }
  return JSON.parse(answer.text) as ControlRequests[Name]['answer'];
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
