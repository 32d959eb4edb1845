import type { ConfigItems, ConfigKey } from '@gatehouse/contract';

/** Content of one key, before it is made an answer. */
export interface Section<Item = unknown> {
  /** What people call this content. */
  readonly version: string;
  /** The attribution to show with the data; null where no publisher asks for one. */
  readonly attribution: string | null;
  /** What concerns the key as a whole. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly items: readonly Item[];
}

/** Content that comes with the product. */
export type ShippedSection<Key extends ConfigKey> = Section<ConfigItems[Key]>;
