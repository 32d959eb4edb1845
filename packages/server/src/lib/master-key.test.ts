import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadMasterKeys, masterKeyFile } from './master-key.ts';
import { newMasterKeyText, parseMasterKey } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('generates a key file of mode 600 once and reads the same key afterwards', async () => {
  const first = await loadMasterKeys({ dataDir });
  expect(await readdir(dataDir)).toEqual([masterKeyFile]);
  expect((await stat(join(dataDir, masterKeyFile))).mode & 0o777).toBe(0o600);
  expect((await loadMasterKeys({ dataDir })).current.id).toBe(first.current.id);
});

it('agrees on one key when several starts make it at the same time', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKeys({ dataDir })));
  expect(new Set(keys.map((key) => key.current.id)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual([masterKeyFile]);
});

it('takes the setting before the file and keeps the file as a previous key', async () => {
  const generated = await loadMasterKeys({ dataDir });
  const masterKey = newMasterKeyText();
  const older = newMasterKeyText();
  const keys = await loadMasterKeys({ dataDir, masterKey, previousMasterKeys: ` ${older} ,` });
  expect(keys.current.id).toBe(parseMasterKey(masterKey)?.id);
  expect(keys.find(generated.current.id)).toBeDefined();
  expect(keys.find(parseMasterKey(older)?.id ?? '')).toBeDefined();
});

it('names the setting that is missing or unusable, never its value', async () => {
  await expect(loadMasterKeys({})).rejects.toThrow(/GATEHOUSE_MASTER_KEY is not set/);
  await expect(loadMasterKeys({ masterKey: 'hunter2' })).rejects.toThrow(
    /^GATEHOUSE_MASTER_KEY must be(?!.*hunter2)/,
  );
  const previousMasterKeys = `${newMasterKeyText()},hunter2`;
  await expect(loadMasterKeys({ dataDir, previousMasterKeys })).rejects.toThrow(
    /^GATEHOUSE_MASTER_KEY_PREVIOUS: entry 2 (?!.*hunter2)/,
  );
});

it('stops at a key file that others can read or that is damaged', async () => {
  const file = join(dataDir, masterKeyFile);
  await loadMasterKeys({ dataDir });
  await chmod(file, 0o644);
  await expect(loadMasterKeys({ dataDir })).rejects.toThrow(/chmod 600/);
  await chmod(file, 0o600);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, 20));
  await expect(loadMasterKeys({ dataDir })).rejects.toThrow(/is damaged/);
});
