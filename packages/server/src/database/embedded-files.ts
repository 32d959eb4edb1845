import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

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
export class DurableFiles extends NodeFS {
  #module: EngineModule | undefined;

  /** Closes every file that the engine has open: one that stopped, or failed to start, leaves them open. */
  closeAll(): void {
    const streams = (this.#module?.FS as { streams?: (OpenFile | null)[] } | undefined)?.streams ?? [];
    const descriptors = new Set(streams.flatMap((file) => file?.nfd ?? []));
    streams.length = 0;
    for (const descriptor of descriptors) closeSync(descriptor);
  }

  override async init(engine: PGlite, options: EngineOptions): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options);
    const keep = (module: EngineModule) => {
      this.#module = module;
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), keep, addFsync] },
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
