import type { EffectiveOwner, Owner } from '@gatehouse/contract';

/** Shares of a company's owners; percentages are of the holder one layer above. */

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

/** Persons with all that they hold, the largest first; who stands at several places is one person. */
export function effectiveOwners(owners: readonly Owner[], abovePercent: number): EffectiveOwner[] {
  const persons = new Map<string, { name: string; percent: number }>();
  for (const owner of owners.filter(({ kind }) => kind === 'person')) {
    const name = owner.name.trim();
    const key = `${name.normalize('NFKC').toLowerCase()} ${owner.dateOfBirth ?? ''}`;
    const before = persons.get(key) ?? { name, percent: 0 };
    persons.set(key, { name: before.name, percent: before.percent + effectivePercent(owners, owner) });
  }
  return [...persons.values()]
    .map(({ name, percent }) => {
      const rounded = Math.round(percent * 10_000) / 10_000;
      return { name, percent: rounded, beneficialOwner: rounded > abovePercent };
    })
    .toSorted((a, b) => b.percent - a.percent);
}
