import type { Owner } from '@gatehouse/contract';

/** Places of owners; percentages are of the holder one layer above. Who owns how much in all, the contract reckons. */

export function ownersOf(owners: readonly Owner[], parentId: string | null): readonly Owner[] {
  return owners.filter((owner) => owner.parentId === parentId);
}

/** How much of a holder is named. Shares are added in ten-thousandths of a percent, so that three thirds make a whole. */
export function namedPercent(owners: readonly Owner[], parentId: string | null): number {
  const parts = ownersOf(owners, parentId).map(({ percent }) => Math.round((percent || 0) * 10_000));
  return parts.reduce((sum, part) => sum + part, 0) / 10_000;
}

/** 1 for owners of the customer itself. */
export function depthOf(owners: readonly Owner[], owner: Owner): number {
  const parent = owners.find(({ ownerId }) => ownerId === owner.parentId);
  return parent ? depthOf(owners, parent) + 1 : 1;
}

/** What an owner holds of the customer through all layers above. */
export function effectivePercent(owners: readonly Owner[], owner: Owner): number {
  const parent = owners.find(({ ownerId }) => ownerId === owner.parentId);
  const share = owner.percent || 0;
  return parent ? (share * effectivePercent(owners, parent)) / 100 : share;
}

/** An owner and everyone who holds it. */
export function withHolders(owners: readonly Owner[], owner: Owner): readonly Owner[] {
  return [owner, ...ownersOf(owners, owner.ownerId).flatMap((each) => withHolders(owners, each))];
}
