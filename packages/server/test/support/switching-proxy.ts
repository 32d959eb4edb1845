import { type AddressInfo, connect, createServer } from 'node:net';

/** An address that leads to one server at a time, as the virtual address of a cluster does. */
export interface SwitchingProxy {
  readonly url: string;
  /** New connections go to this server; those that are open stay where they are. */
  pointTo(serverUrl: string): void;
  stop(): Promise<void>;
}

export async function startSwitchingProxy(serverUrl: string): Promise<SwitchingProxy> {
  let target = new URL(serverUrl);
  const open = new Set<{ destroy(): void }>();
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    pointTo: (next) => {
      target = new URL(next);
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => proxy.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
