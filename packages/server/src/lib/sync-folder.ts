import { open } from 'node:fs/promises';

/** Makes a rename or a new name survive a power loss. Windows has no such call and refuses to open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
