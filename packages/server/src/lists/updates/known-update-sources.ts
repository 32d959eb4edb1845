import { registerSources } from './source-queries.ts';
import type { UpdateContext } from './update-context.ts';
import { findUpdateSources, type UpdateSource } from './update-sources.ts';

/** The sources that this node has found so far. One whose folder vanishes keeps its list until the next start. */
export class KnownUpdateSources {
  readonly #context: UpdateContext;
  readonly #warned = new Set<string>();
  #sources: ReadonlyMap<string, UpdateSource> = new Map();

  constructor(context: UpdateContext) {
    this.#context = context;
  }

  /** By source id. */
  get all(): ReadonlyMap<string, UpdateSource> {
    return this.#sources;
  }

  /** Those that lie in the lists folder. */
  get folders(): readonly (UpdateSource & { kind: 'folder' })[] {
    return [...this.#sources.values()].flatMap((source) => (source.kind === 'folder' ? [source] : []));
  }

  /** Takes up new folders too. */
  async find(): Promise<void> {
    const { listsDir, sources: settings, database } = this.#context;
    const { sources, warnings } = await findUpdateSources(listsDir, settings);
    for (const warning of warnings) this.warnOnce(warning);
    const fresh = [...sources.keys()].filter((id) => !this.#sources.has(id));
    this.#sources = new Map([...this.#sources, ...sources]);
    if (fresh.length > 0) await database.operator((tx) => registerSources(tx, [...this.#sources.keys()]));
  }

  /** For a caller that comes before the node has started. */
  async findOnce(): Promise<void> {
    if (this.#sources.size === 0) await this.find();
  }

  warnOnce(line: string): void {
    if (this.#warned.has(line)) return;
    this.#warned.add(line);
    this.#context.lists.emit('warning', line);
  }
}
