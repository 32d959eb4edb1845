/**
 * The process in which a picture is decoded and read: one for each picture; its parent may end it at any
 * time. The picture comes through standard input, the readout goes out as JSON; the pipe 3 ends when the parent does.
 */
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PictureRequest } from './picture-readout.ts';
import { readPicture } from './read-picture.ts';

/** The service is gone: nobody waits any more for this process or for the programs that it started. */
function endWithParent(): void {
  const life = new Socket({ fd: 3, readable: true, writable: false });
  life.on('close', () => process.kill(-process.pid, 'SIGKILL'));
  life.on('error', () => undefined);
  life.resume();
  life.unref();
}

if (process.platform !== 'win32') endWithParent();
const request = JSON.parse(process.argv[2]!) as PictureRequest;
const readout = await readPicture(await buffer(process.stdin), request);
process.stdout.write(JSON.stringify(readout));
