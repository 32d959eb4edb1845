import { registerSources } from './source-queries.ts';
import type { UpdateContext } from './update-context.ts';
import { findUpdateSources, type UpdateSource } from './update-sources.ts';

/** The sources that this node has found so far. One whose folder vanishes keeps its list until the next start. */
export class KnownUpdateSources {
  readonly #context: UpdateContext;
  readonly #warned = new Set<string>();
  #feeds: ReadonlyMap<string, UpdateSource> = new Map();

  constructor(context: UpdateContext) {
    this.#context = context;
  }

  /** By source id. */
  get all(): ReadonlyMap<string, UpdateSource> {
    return this.#feeds;
  }

  /** Those that lie in the lists folder. */
  get folders(): readonly (UpdateSource & { kind: 'folder' })[] {
    return [...this.#feeds.values()].flatMap((feed) => (feed.kind === 'folder' ? [feed] : []));
  }

  /** Takes up new folders too. */
  async find(): Promise<void> {
    const { listsDir, sources, database } = this.#context;
    const { feeds, warnings } = await findUpdateSources(listsDir, sources);
    for (const warning of warnings) this.warnOnce(warning);
    const fresh = [...feeds.keys()].filter((source) => !this.#feeds.has(source));
    this.#feeds = new Map([...this.#feeds, ...feeds]);
    if (fresh.length > 0) await database.operator((tx) => registerSources(tx, [...this.#feeds.keys()]));
  }

  /** For who comes before the node has started. */
  async findOnce(): Promise<void> {
    if (this.#feeds.size === 0) await this.find();
  }

  warnOnce(line: string): void {
    if (this.#warned.has(line)) return;
    this.#warned.add(line);
    this.#context.lists.emit('warning', line);
  }
}
