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
