/** What a service keeps in memory, asked through Node's inspector: a forced collection tells it from what is not yet collected. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Bytes after a collection in every thread. */
export interface Memory {
  /** Objects of the main thread. */
  readonly heap: number;
  /** Objects of all other threads. */
  readonly threads: number;
  /** Buffers of all threads, shared ones counted in each. */
  readonly buffers: number;
  /** The whole process, what V8 and the allocator keep in hand among it. */
  readonly resident: number;
}

interface ThreadMemory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
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

/** Forces a collection in every thread of the process behind an inspector's port and answers what is left. */
export async function memoryAfterCollection(port: number): Promise<Memory> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  const inspector = await Inspector.connect(target!.webSocketDebuggerUrl);
  try {
    const threads: ThreadMemory[] = [];
    for (const thread of await inspector.threads()) threads.push(await collected(thread));
    const main = await collected((method, params) => inspector.ask(method, params));
    const all = [main, ...threads];
    return {
      heap: main.heapUsed,
      threads: threads.reduce((sum, { heapUsed }) => sum + heapUsed, 0),
      buffers: all.reduce((sum, { external }) => sum + external, 0),
      resident: main.rss,
    };
  } finally {
    inspector.close();
  }
}

async function collected(ask: Ask): Promise<ThreadMemory> {
  await ask('HeapProfiler.collectGarbage');
  const expression = 'process.memoryUsage()';
  const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
  return (result as { value: ThreadMemory }).value;
}

/** Asks one thread; the answer is what its inspector says. */
type Ask = (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message: string };
}

/** How long threads take to tell that they are there. */
const attachMs = 300;

/** One connection to the inspector, which reaches other threads through the main one. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (result: Readonly<Record<string, unknown>>) => void>();
  readonly #sessions: string[] = [];
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Inspector(socket);
  }

  ask(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#ask('', { method, params }, (text) => this.#socket.send(text));
  }

  async threads(): Promise<Ask[]> {
    await this.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    await new Promise((resolve) => setTimeout(resolve, attachMs));
    return this.#sessions.map(
      (sessionId) =>
        (method, params = {}) =>
          this.#ask(sessionId, { method, params }, (message) => {
            void this.ask('NodeWorker.sendMessageToWorker', { sessionId, message });
          }),
    );
  }

  close(): void {
    this.#socket.close();
  }

  #ask(session: string, request: object, send: (text: string) => void) {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      this.#waiting.set(`${session} ${id}`, resolve);
      send(JSON.stringify({ id, ...request }));
    });
  }

  #take({ id, result = {}, method, params }: Message, session = ''): void {
    if (id !== undefined) this.#waiting.get(`${session} ${id}`)?.(result);
    else if (method === 'NodeWorker.attachedToWorker') this.#sessions.push(params!.sessionId);
    else if (method === 'NodeWorker.receivedMessageFromWorker') {
      this.#take(JSON.parse(params!.message) as Message, params!.sessionId);
    }
  }
}
