import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type MasterKey,
  type MasterKeys,
  masterKeySet,
  newMasterKeyText,
  parseMasterKey,
} from './secrets.ts';
import { syncFolder } from './sync-folder.ts';

/** Where the master key comes from: settings, or the file that an embedded deployment generates for itself. */
export interface MasterKeySettings {
  /** `GATEHOUSE_MASTER_KEY`: base64 of 32 bytes. */
  readonly masterKey?: string | undefined;
  /** `GATEHOUSE_MASTER_KEY_PREVIOUS`: comma list of keys that may still have to unwrap. */
  readonly previousMasterKeys?: string | undefined;
  /** Folder of the generated key file; absent with a real PostgreSQL, where the setting is required. */
  readonly dataDir?: string | undefined;
}

const form = 'must be the base64 of 32 bytes, as `openssl rand -base64 32` prints it';

/** Name of the generated key's file in the data directory. */
export const masterKeyFile = 'master.key';

/**
 * The master keys of this deployment. Without a setting, the data directory's key file is read or made
 * (mode 600). A key file beside a setting counts as a previous key, so that an embedded store can be moved to
 * a key from outside. Throws with one line that names the setting, never its value.
 */
export async function loadMasterKeys(settings: MasterKeySettings): Promise<MasterKeys> {
  const previous = parsePrevious(settings.previousMasterKeys);
  const file = settings.dataDir === undefined ? undefined : join(settings.dataDir, masterKeyFile);
  if (settings.masterKey !== undefined && settings.masterKey.trim() !== '') {
    const current = parseMasterKey(settings.masterKey);
    if (current === undefined) throw new Error(`GATEHOUSE_MASTER_KEY ${form}`);
    const fromFile = file === undefined ? undefined : await readKeyFile(file);
    return masterKeySet(current, fromFile === undefined ? previous : [...previous, fromFile]);
  }
  if (file === undefined) throw new Error(`GATEHOUSE_MASTER_KEY is not set: with DATABASE_URL it ${form}`);
  return masterKeySet((await readKeyFile(file)) ?? (await createKeyFile(file)), previous);
}

function parsePrevious(list: string | undefined): MasterKey[] {
  const texts = (list ?? '').split(',').filter((text) => text.trim() !== '');
  return texts.map((text, index) => {
    const key = parseMasterKey(text);
    if (key === undefined) throw new Error(`GATEHOUSE_MASTER_KEY_PREVIOUS: entry ${index + 1} ${form}`);
    return key;
  });
}

async function readKeyFile(file: string): Promise<MasterKey | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Error(
      `${file} can be read by others: chmod 600 it, and rotate the key if they may have read it`,
    );
  }
  const key = parseMasterKey(text);
  if (key === undefined) throw new Error(`${file} is damaged: it ${form}; restore it from a backup`);
  return key;
}

/**
 * A key that was used and then lost would lose every secret, so the file is on the disk before anyone sees it:
 * written and synced under another name, then linked, which never overwrites; who comes second reads the first's.
 */
async function createKeyFile(file: string): Promise<MasterKey> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${newMasterKeyText()}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(folder);
  const key = await readKeyFile(file);
  if (key === undefined) throw new Error(`${file} vanished while it was being made`);
  return key;
}
