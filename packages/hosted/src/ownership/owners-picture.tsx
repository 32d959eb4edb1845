import type { Owner } from '@gatehouse/contract';
import type { ResolvedOwner } from '@gatehouse/ownership/declared';
import { useEffect, useState } from 'preact/hooks';
import { useTranslator } from '../ui/context.ts';
import type { DrawnOwners } from './drawn-owners.tsx';

/** A picture of the owners, once its drawing is loaded. Where it cannot be loaded, the list is there all the same. */
export function OwnersPicture({
  owners,
  resolved,
}: {
  readonly owners: readonly Owner[];
  readonly resolved: readonly ResolvedOwner[];
}) {
  const words = useTranslator();
  const [Drawn, setDrawn] = useState<typeof DrawnOwners>();
  useEffect(() => {
    void import('./drawn-owners.tsx').then(
      (loaded) => setDrawn(() => loaded.DrawnOwners),
      () => undefined,
    );
  }, []);
  if (Drawn === undefined) return null;
  return <Drawn owners={owners} resolved={resolved} words={words} />;
}
