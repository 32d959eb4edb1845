import type { OwnershipStructure } from '@gatehouse/ownership';
import type { IdentifiedEntry } from '../screening/index.ts';

/** A structure as a node's output keeps it, for a `blocked-ownership` node. */
export interface StoredStructure {
  readonly companyId: string;
  readonly structure: OwnershipStructure;
  /** With what lists state, where the node that made the structure read that; later nodes read it again. */
  readonly joined?: OwnershipStructure;
  readonly names: Readonly<Record<string, string>>;
  /** Entries of lists that parties are, where the node that made the structure looked for them. */
  readonly identified?: readonly IdentifiedEntry[];
}
