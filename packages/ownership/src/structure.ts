import type { ControlMeans, OfficerRole } from '@gatehouse/contract';

/** What is stated of a company's owners: parties, holdings between them, and control by other means. */

/** A percentage from 0 to 100; what lies between two bounds; null: not known. */
export type Share = number | { readonly atLeast: number; readonly atMost: number } | null;

export interface Party {
  readonly id: string;
  readonly kind: 'person' | 'company';
}

export interface Holding {
  readonly holderId: string;
  readonly companyId: string;
  readonly shares: Share;
  /** Votes, where they differ from the shares; absent: as the shares. */
  readonly votes?: Share;
}

export interface Control {
  readonly holderId: string;
  readonly companyId: string;
  readonly means: ControlMeans;
}

export interface Officer {
  readonly partyId: string;
  readonly companyId: string;
  readonly role: OfficerRole;
}

/** Holders of one company who agreed to exercise their rights in it together. */
export interface JointArrangement {
  readonly companyId: string;
  readonly holderIds: readonly string[];
}

/** A connection of which no share is known, as OFAC's "Linked To": it makes an answer "possibly" at most. */
export interface Link {
  readonly partyId: string;
  readonly companyId: string;
}

export interface OwnershipStructure {
  readonly parties: readonly Party[];
  readonly holdings: readonly Holding[];
  readonly controls?: readonly Control[];
  readonly officers?: readonly Officer[];
  readonly jointArrangements?: readonly JointArrangement[];
  readonly links?: readonly Link[];
  /** Groups of parties of one name that nothing proves to be one, or tells apart. */
  readonly possiblySame?: readonly (readonly string[])[];
}

/** What is wrong with a structure. It is reported beside the answers, which stay on the side of caution. */
export type Finding =
  /** The company that was asked for is no party of the structure. */
  | { readonly kind: 'no-root'; readonly companyId: string }
  /** Holders of a company hold more than the whole of it, in percent. */
  | { readonly kind: 'sum-above-100'; readonly companyId: string; readonly sum: number }
  /** Companies own each other in a cycle. */
  | { readonly kind: 'cycle'; readonly companyIds: readonly string[] }
  /** A cycle of companies that own each other wholly: nobody outside owns them. */
  | { readonly kind: 'closed-cycle'; readonly companyIds: readonly string[] }
  /** A party is stated twice, as a party or as a holder of one company; its holdings are added. */
  | { readonly kind: 'repeated-party'; readonly partyId: string }
  | { readonly kind: 'repeated-holder'; readonly partyId: string; readonly companyId: string }
  /** Parties of one name that may be one; their holdings are added only where that makes an answer "possibly". */
  | { readonly kind: 'same-name'; readonly partyIds: readonly string[] }
  /** A statement names a party that is not declared; it is taken for a company without stated owners. */
  | { readonly kind: 'unknown-party'; readonly partyId: string }
  /** A share is no percentage: it is taken as not known. */
  | { readonly kind: 'bad-share'; readonly partyId: string; readonly companyId: string }
  /** A person is stated to have owners: that is left out. */
  | { readonly kind: 'owned-person'; readonly partyId: string };
