import { closeSync, fsyncSync, openSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { sessionSettings } from './session-settings.ts';

/**
 * PostgreSQL's own parameters. PGlite's defaults begin with -F, which turns fsync off; without it and with
 * `DurableFiles` a commit is on the disk before it is answered. 16 MB of buffers keep the process small.
 */
const startParameters = [
  '--single',
  '-j',
  ...Object.entries({
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    fsync: 'on',
    wal_sync_method: 'fsync',
    shared_buffers: '16MB',
    max_wal_size: '64MB',
    ...sessionSettings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

type EngineOptions = Parameters<NodeFS['init']>[1];
type EngineModule = Parameters<NonNullable<EngineOptions['preRun']>[number]>[0];

interface OpenFile {
  nfd?: number;
  node: unknown;
}
interface NodeFileSystem {
  stream_ops?: { fsync?: (file: OpenFile) => number };
  realPath?: (node: unknown) => string;
}

/** EIO as the engine numbers it: PostgreSQL then stops rather than trust a lost write. */
const inputOutputError = 29;

/** Files in a directory with the fsync that PGlite's own file system leaves out (its issue 1107). */
class DurableFiles extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    };
  }
}

function addFsync(module: EngineModule): void {
  const { stream_ops: operations, realPath } = (module as { NODEFS?: NodeFileSystem }).NODEFS ?? {};
  if (operations === undefined || realPath === undefined) {
    throw new Error('PGlite no longer lets its file system be extended: writes could not be made durable');
  }
  operations.fsync = (file) => {
    try {
      // A directory has no descriptor of its own.
      const descriptor = file.nfd ?? openSync(realPath(file.node), 'r');
      try {
        fsyncSync(descriptor);
      } finally {
        if (file.nfd === undefined) closeSync(descriptor);
      }
      return 0;
    } catch {
      return inputOutputError;
    }
  };
}

/**
 * Optimising one of the engine's functions takes V8 600 MB for half a second, in the first minute of any use.
 * The baseline compiler alone keeps the process near 200 MB; measured, a commit takes the same time and a short
 * read 1.4 times as long. Must be set before the engine is compiled.
 */
function keepCompilerSmall(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag);
  }
}

/** Starts the engine on a directory that `initializeDirectory` made. */
export function startEngine(directory: string): Promise<PGlite> {
  keepCompilerSmall();
  return PGlite.create({ fs: new DurableFiles(directory), startParams: startParameters });
}
