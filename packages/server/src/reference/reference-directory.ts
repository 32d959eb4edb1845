import {
  type ConfigKey,
  configKeys,
  type OverridableKey,
  overridableKeys,
  type ReferenceOverrides,
  referenceOverrides,
} from '@gatehouse/contract';
import QuickLRU from 'quick-lru';
import type { Database, InvalidationHandlers } from '../database/index.ts';
import { PreparedResponse } from '../gateway/index.ts';
import { shippedSections } from './content/table.ts';
import { withOverrides } from './overrides.ts';
import type { Section } from './section.ts';
import { type SectionText, writeSection } from './section-text.ts';

/** Topic under which nodes hear of an import, or of what a tenant changed. */
export const referenceTopic = 'reference';

/** Answers kept ready at least, and at most twice as many; the longest holds all keys and is about a megabyte. */
const maxCachedAnswers = 12;

type Texts = Readonly<Record<ConfigKey, SectionText>>;

/**
 * The reference configuration in memory: what ships, what was imported in its place, what tenants change. Answers are
 * written when they are first asked for. Give `handlers` to `watchInvalidations`, then `load`.
 */
export class ReferenceDirectory {
  readonly #database: Database;
  #sections: Readonly<Record<ConfigKey, Section>> = shippedSections;
  #texts: Texts = writeAll(shippedSections);
  /** Of tenants that change something. */
  readonly #overrides = new Map<string, ReferenceOverrides>();
  readonly #tenants = new Map<string, Partial<Texts>>();
  readonly #answers = new QuickLRU<string, PreparedResponse>({ maxSize: maxCachedAnswers });
  /** Loads run one after the other, so that an older answer never replaces a newer one. */
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  readonly handlers: InvalidationHandlers = { [referenceTopic]: () => this.load() };

  /** Reads everything again. */
  load(): Promise<void> {
    const next = this.#last.then(() => this.#load());
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** A section as a tenant sees it. */
  section(tenantId: string, key: ConfigKey): Section {
    const overrides = this.#overrides.get(tenantId);
    const own = overrides && withOverrides(this.#sections, overrides);
    return (own as Partial<Record<ConfigKey, Section>> | undefined)?.[key] ?? this.#sections[key];
  }

  /** Whether an item is the tenant's own, or its own version of one that ships. */
  isOwn(tenantId: string, key: OverridableKey, code: string): boolean {
    const items: readonly { readonly code: string }[] = this.#overrides.get(tenantId)?.[key]?.items ?? [];
    return items.some((item) => item.code === code);
  }

  /** The answer of `prepare.platform.config` for a tenant; in the keys' own order, whatever order they were asked in. */
  answer(tenantId: string, keys: ReadonlySet<ConfigKey>): PreparedResponse {
    const requested = configKeys.filter((key) => keys.has(key));
    const own = this.#tenants.get(tenantId);
    const isOwn = own !== undefined && requested.some((key) => own[key] !== undefined);
    const place = JSON.stringify([isOwn ? tenantId : null, requested]);
    let answer = this.#answers.get(place);
    if (answer === undefined) {
      const parts = requested.map((key) => `${JSON.stringify(key)}:${(own?.[key] ?? this.#texts[key]).json}`);
      answer = new PreparedResponse(`{"code":200,"message":null,"data":{${parts.join(',')}}}`);
      this.#answers.set(place, answer);
    }
    return answer;
  }

  async #load(): Promise<void> {
    const stored = await this.#database.operator(async (tx) => ({
      imports: await tx.sql<{ key: string; version: string; attribution: string | null; items: unknown[] }>(
        'select key, version, attribution, items from reference_version where active',
      ),
      overrides: await tx.sql<{ tenant_id: string; overrides: unknown }>(
        'select tenant_id, overrides from tenant_reference',
      ),
    }));
    const imported = stored.imports.map(({ key, version, attribution, items }) => {
      const settings = shippedSections[key as ConfigKey].settings;
      return [key, { version, attribution, settings, items }] as const;
    });
    this.#sections = { ...shippedSections, ...Object.fromEntries(imported) };
    this.#texts = writeAll(this.#sections);
    this.#overrides.clear();
    this.#tenants.clear();
    for (const { tenant_id: tenantId, overrides } of stored.overrides) {
      const parsed = referenceOverrides.parse(overrides);
      this.#overrides.set(tenantId, parsed);
      const sections = withOverrides(this.#sections, parsed);
      const texts = overridableKeys.flatMap((key) => {
        const section = sections[key];
        return section === undefined ? [] : [[key, writeSection(section)] as const];
      });
      this.#tenants.set(tenantId, Object.fromEntries(texts));
    }
    this.#answers.clear();
  }
}

function writeAll(sections: Readonly<Record<ConfigKey, Section>>): Texts {
  return Object.fromEntries(configKeys.map((key) => [key, writeSection(sections[key])])) as Texts;
}
