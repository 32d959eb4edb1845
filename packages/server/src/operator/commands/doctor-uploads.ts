import type { Config } from '../../config/index.ts';
import { openObjectStore, VirusScanner } from '../../uploads/index.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const uploads = findingsOf('uploads');

/** Checks the object store and the virus scanner. Nothing is written. */
export async function checkUploads(config: Config): Promise<Finding[]> {
  return [...(await checkObjectStore(config)), ...(await checkScanner(config))];
}

async function checkObjectStore({ objectStore: place, dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const store = await openObjectStore(place, dataDir);
  try {
    await store.check();
  } catch (error) {
    return [
      uploads.broken(
        `${(error as Error).message}; check GATEHOUSE_S3_ENDPOINT, _REGION, _BUCKET and the keys`,
      ),
    ];
  } finally {
    store.close();
  }
  if (place.kind === 's3')
    return [uploads.ok(`files are stored in the bucket ${place.bucket} at ${place.endpoint}`)];
  if (databaseUrl === undefined) return [uploads.ok(`files are stored below ${dataDir}`)];
  return [
    uploads.warning(
      `files are stored below ${dataDir} of this node only; if several nodes share the database, set GATEHOUSE_S3_ENDPOINT`,
    ),
  ];
}

async function checkScanner({ clamd }: Config): Promise<Finding[]> {
  if (clamd === undefined)
    return [uploads.ok('uploads are not scanned for malware; set GATEHOUSE_CLAMD to scan them')];
  try {
    await new VirusScanner(clamd, 5_000).check();
    return [uploads.ok('the virus scanner responds')];
  } catch (error) {
    return [uploads.broken(`${(error as Error).message}; every upload is refused until it responds`)];
  }
}
