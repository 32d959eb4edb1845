/** What a service keeps in memory, asked through Node's inspector: a forced collection tells it from what is not yet collected. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface Memory {
  /** Bytes of the main thread's objects after a collection. */
  readonly heapUsed: number;
  /** Bytes of buffers outside that heap, shared ones and those of other threads not among them. */
  readonly external: number;
  /** Bytes of the whole process, threads and what V8 keeps in progress among them. */
  readonly rss: number;
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value: Memory } };
}

/** Settings that let a service be asked, and the port to ask. */
export async function inspectable(): Promise<{
  readonly port: number;
  readonly settings: Record<string, string>;
}> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { port, settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } };
}

/** Forces a collection in the process behind an inspector's port and answers what is left. */
export async function memoryAfterCollection(port: number): Promise<Memory> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const ask = (id: number, method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', onMessage);
        resolve(answer);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  const answer = await ask(2, 'Runtime.evaluate', {
    expression: 'process.memoryUsage()',
    returnByValue: true,
  });
  socket.close();
  return answer.result!.result!.value;
}
