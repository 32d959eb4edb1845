import { DiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-store.ts';

export type ObjectStoreLocation = { readonly kind: 'files' } | ({ readonly kind: 's3' } & S3Settings);

/** The store that the deployment names. The client of S3 is large and loaded only where it is wanted. */
export async function openObjectStore(place: ObjectStoreLocation, dataDir: string): Promise<ObjectStore> {
  if (place.kind === 'files') return new DiskStore(dataDir);
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(place);
}
