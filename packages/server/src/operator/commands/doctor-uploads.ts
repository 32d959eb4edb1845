import type { Config } from '../../config/index.ts';
import { checkJournal, type JournalReport } from '../../erasure/index.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { type KeyCount, openObjectStore, VirusScanner } from '../../uploads/index.ts';
import { type Finding, findingsOf, findKeyless } from './doctor-finding.ts';

const uploads = findingsOf('uploads');

/** Checks the object store and the virus scanner. Nothing is written. */
export async function checkUploads(config: Config, masterKeys?: MasterKeys): Promise<Finding[]> {
  return [...(await checkObjectStore(config, masterKeys)), ...(await checkScanner(config))];
}

async function checkObjectStore(config: Config, masterKeys: MasterKeys | undefined): Promise<Finding[]> {
  const { objectStore: place, dataDir } = config;
  const store = await openObjectStore(place, dataDir);
  try {
    await store.check();
    const journal = masterKeys === undefined ? [] : describeJournal(await checkJournal(store, masterKeys));
    return [describePlace(config), ...journal];
  } catch (error) {
    return [
      uploads.broken(
        `${(error as Error).message}; check GATEHOUSE_S3_ENDPOINT, _REGION, _BUCKET and the keys`,
      ),
    ];
  } finally {
    store.close();
  }
}

function describePlace({ objectStore: place, dataDir, databaseUrl }: Config): Finding {
  if (place.kind === 's3')
    return uploads.ok(`files are stored in the bucket ${place.bucket} at ${place.endpoint}`);
  if (databaseUrl === undefined) return uploads.ok(`files are stored below ${dataDir}`);
  return uploads.warning(
    `files are stored below ${dataDir} of this node only; if several nodes share the database, set GATEHOUSE_S3_ENDPOINT`,
  );
}

const namedEntries = 5;

/** Entries of the journal of erasures that a start does not follow (docs/erasure.md). */
function describeJournal({ faults }: JournalReport): Finding[] {
  const texts = {
    forged:
      'were not written by this deployment; find out who can write into the file store, and delete them',
    unknownKey: 'are signed under a master key that is not given; put it into GATEHOUSE_MASTER_KEY_PREVIOUS',
    unsigned: 'are not signed; the next start signs those of erasures that the database knows',
  };
  return (['forged', 'unknownKey', 'unsigned'] as const).flatMap((fault) => {
    const keys = faults[fault];
    if (keys.length === 0) return [];
    const named = keys.slice(0, namedEntries).join(', ');
    const finding = `${keys.length} entries of the journal of erasures ${texts[fault]}: ${named}`;
    return [fault === 'unsigned' ? uploads.warning(finding) : uploads.broken(finding)];
  });
}

/** Whether the keys of encrypted files are there; nothing where the store could not be asked. */
export function checkFileKeys(found: KeyCount | undefined): Finding[] {
  if (found === undefined) return [];
  return findKeyless('uploads', { what: 'files', count: found.files, keyless: found.keyless });
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
