import { createServer, type Socket } from 'node:net';

/** A small server that speaks what clamd speaks: INSTREAM and PING, ended by NUL. */
export interface TestClamd {
  readonly port: number;
  /** How many files it was shown, whole. */
  readonly scanned: () => number;
  /** What it does from now on. */
  behave(manner: 'scan' | 'silent' | 'refuse' | 'hangUp'): void;
  stop(): Promise<void>;
}

/** What it finds in a file that holds these words. */
export const virusMark = 'a-made-up-virus-of-the-tests';
export const virusName = 'Test.MadeUp.Virus';

export async function startClamd(): Promise<TestClamd> {
  let manner: Parameters<TestClamd['behave']>[0] = 'scan';
  let scanned = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    if (manner === 'hangUp') socket.destroy();
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      if (manner === 'silent') return;
      const command = bytes.subarray(0, bytes.indexOf(0)).toString('latin1');
      if (command === 'zPING') socket.end('PONG\0');
      if (command !== 'zINSTREAM') return;
      if (manner === 'refuse') {
        socket.end('INSTREAM size limit exceeded. ERROR\0');
        return;
      }
      const file = fileOf(bytes.subarray(command.length + 1));
      if (file === undefined) return;
      scanned += 1;
      socket.end(file.includes(virusMark) ? `stream: ${virusName} FOUND\0` : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    scanned: () => scanned,
    behave: (next) => {
      manner = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The pieces put together, once the empty one has come. */
function fileOf(stream: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
