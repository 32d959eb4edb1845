import type { ControlMeans, OfficerRole } from '@gatehouse/contract';
import type { Share } from '../structure.ts';

/** What a picture of an ownership shows: plain data, whoever states it. */

/** A share that is known between two bounds, in percent. */
export type Bounds = Exclude<Share, number | null>;

/** Hits of one party, by what people decided on them. */
export interface PictureHits {
  readonly trueMatches: number;
  readonly open: number;
  readonly cleared: number;
}

export interface PictureParty {
  readonly id: string;
  readonly type: 'person' | 'company' | 'unknown';
  /** Null: whoever states the party does not name it. */
  readonly name: string | null;
  /** Its country, in words. */
  readonly country?: string | undefined;
  /** Its share of the customer through all layers; absent: it holds nothing, or it is the customer. */
  readonly percent?: Bounds | undefined;
  /** Its votes through all layers, where votes are stated that differ from shares. */
  readonly votes?: Bounds | undefined;
  readonly beneficialOwner?: 'certain' | 'possible' | undefined;
  readonly hits?: PictureHits | undefined;
  /** Risk score, 0 to 100: of the customer alone. */
  readonly risk?: number | undefined;
  /** The list that states the party, by its title; absent: the customer states it. */
  readonly source?: string | undefined;
}

export type PictureRelation = {
  readonly from: string;
  readonly to: string;
} & (
  | { readonly kind: 'owns'; readonly shares: Share; readonly votes?: Share | undefined }
  | { readonly kind: 'controls'; readonly means: ControlMeans }
  | { readonly kind: 'directs'; readonly role: OfficerRole }
  /** Connected in a way of which no share is known. */
  | { readonly kind: 'linked' }
);

export interface PictureData {
  readonly customerId: string;
  /** The customer is one of them. */
  readonly parties: readonly PictureParty[];
  readonly relations: readonly PictureRelation[];
}
