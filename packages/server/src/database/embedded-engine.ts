import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles } from './embedded-files.ts';
import { EngineStoppedError } from './errors.ts';
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
    // As much as lies between two checkpoints (maintenance.ts): so many old files of the log are used again.
    max_wal_size: '128MB',
    // ANALYZE keeps everybody waiting. It reads 300 rows for each of these, with values that lie out of line.
    default_statistics_target: '25',
    ...sessionSettings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/**
 * What the engine may take of memory. `large`: V8 optimises the functions that are often used, for a quarter to two fifths more executions. The
 * parser is among the first of them, which takes 600 MB for about a second; the code stays some 100 MB larger. `small`: all of
 * it stays as the baseline compiler made it.
 */
export type EngineMemory = 'small' | 'large';

/** Keeps V8 from optimising WebAssembly in this process. Must be called before the engine is compiled. */
export function keepCompilerSmall(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag);
  }
}

type EngineModule = PGlite['Module'];

/** How the engine leaves a statement that failed: PostgreSQL's longjmp to its main loop, numbered by PGlite. */
const statementFailed = 100;

function isStatementFailure(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === statementFailed
  );
}

/**
 * PostgreSQL in this process. It speaks the wire protocol through `run`, which is driven here instead of by
 * PGlite: PGlite passes over every way a statement can end, so that a PANIC (a full disk, a failed fsync) would
 * keep it spinning for ever.
 */
export class EmbeddedEngine {
  readonly #lite: PGlite;
  readonly #files: DurableFiles;
  readonly #module: EngineModule;
  #input: Uint8Array = new Uint8Array();
  #read = 0;
  #answers: Uint8Array[] = [];
  #stopped: EngineStoppedError | undefined;

  /** Starts on a directory that `initializeDirectory` made. */
  static async start(directory: string, memory: EngineMemory): Promise<EmbeddedEngine> {
    if (memory === 'small') keepCompilerSmall();
    const files = new DurableFiles(directory);
    try {
      return new EmbeddedEngine(await PGlite.create({ fs: files, startParams: startParameters }), files);
    } catch (error) {
      files.closeAll();
      throw error;
    }
  }

  private constructor(lite: PGlite, files: DurableFiles) {
    this.#lite = lite;
    this.#files = files;
    this.#module = lite.Module;
    const give = (target: number, room: number): number => {
      const part = this.#input.subarray(this.#read, this.#read + room);
      this.#module.HEAPU8.set(part, target);
      this.#read += part.length;
      return part.length;
    };
    const take = (source: number, length: number): number => {
      this.#answers.push(this.#module.HEAPU8.slice(source, source + length));
      return length;
    };
    this.#module._pgl_set_rw_cbs(
      this.#module.addFunction(give, 'ipi'),
      this.#module.addFunction(take, 'ipi'),
    );
  }

  get stopped(): boolean {
    return this.#stopped !== undefined;
  }

  /**
   * Runs a whole number of frontend messages to their end, without giving up the thread, and returns the answers.
   * @throws EngineStoppedError when the engine stopped in it or before.
   */
  run(messages: Uint8Array): Uint8Array[] {
    if (this.#stopped !== undefined) throw this.#stopped;
    this.#input = messages;
    this.#read = 0;
    this.#answers = [];
    while (this.#read < messages.length || this.#module._pq_buffer_remaining_data() > 0) this.#step();
    this.#module._PostgresSendReadyForQueryIfNecessary();
    this.#module._pgl_pq_flush();
    return this.#answers;
  }

  async close(): Promise<void> {
    if (this.#stopped === undefined) await this.#lite.close();
    else this.release();
  }

  /** Closes the files of an engine that stopped: it does so no more. */
  release(): void {
    this.#files.closeAll();
  }

  #step(): void {
    const stack = this.#module.stackSave();
    try {
      this.#module._PostgresMainLoopOnce();
    } catch (thrown) {
      if (!isStatementFailure(thrown)) {
        this.#stopped = new EngineStoppedError('it has to recover', thrown);
        throw this.#stopped;
      }
      this.#module.stackRestore(stack);
      this.#module._PostgresMainLongJmp();
    }
  }
}
