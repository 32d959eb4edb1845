import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere). */
const range = [20_000, 32_000] as const;
const attempts = 100;

/**
 * A port of 127.0.0.1 that nobody has now. A server that is started again finds it free too: no connection of another test is given it
 * meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(...range);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`none of ${attempts} ports was free`);
}
