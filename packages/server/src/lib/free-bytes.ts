import { statfs } from 'node:fs/promises';

/** Bytes that this user may still write on the file system of a folder; rejects where there is no such folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
