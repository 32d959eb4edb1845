import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DrawnOwnershipProps } from './drawn-ownership.tsx';
import './picture.css';

/** Loaded where it is shown: what places the cards is no small thing. */
const Drawn = lazy(async () => {
  const { DrawnOwnership } = await import('./drawn-ownership.tsx');
  return { default: DrawnOwnership };
});

/** An ownership as a picture, once its drawing is loaded. */
export function OwnershipPicture(props: DrawnOwnershipProps) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
