import type { OwnershipStructure } from '@gatehouse/ownership';

/** A structure as a node's output keeps it, for a `blocked-ownership` node. */
export interface StoredStructure {
  readonly companyId: string;
  readonly structure: OwnershipStructure;
  readonly names: Readonly<Record<string, string>>;
}
