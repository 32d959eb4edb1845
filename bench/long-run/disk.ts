/** A disk of a run's own, small enough to be filled: a file system in a file, where root may mount one. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  readonly folder: string;
  /** Leaves no free block on it. */
  fill(): void;
  /** Frees what `fill` took. */
  empty(): void;
  unmount(): void;
}

const size = '16G';

/** Undefined where no file system may be mounted. */
export function mountDisk(): Disk | undefined {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
  const [image, folder] = [join(home, 'image'), join(home, 'disk')];
  const quietly = { stdio: 'ignore' } as const;
  try {
    // PostgreSQL runs as somebody else.
    chmodSync(home, 0o755);
    mkdirSync(folder);
    execFileSync('truncate', ['-s', size, image]);
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], quietly);
    execFileSync('mount', ['-o', 'loop', image, folder], quietly);
  } catch {
    rmSync(home, { recursive: true });
    return undefined;
  }
  const unmount = () => {
    process.removeListener('exit', unmount);
    execFileSync('umount', ['--lazy', folder]);
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', unmount);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      execFileSync('fallocate', ['-l', String(Math.floor(bavail * 0.98) * bsize), filler]);
      // The file system needs blocks of its own for so large a file: what is left is written.
      const file = openSync(filler, 'a');
      for (const bytes of [2 ** 20, 2 ** 12]) writeUntilFull(file, Buffer.alloc(bytes));
      closeSync(file);
    },
    empty: () => rmSync(filler),
    unmount,
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
