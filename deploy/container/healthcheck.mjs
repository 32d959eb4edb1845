/** `node healthcheck.mjs PATH`: ends with 0 when the service in this container answers 200 at the path, else with 1. */
import process from 'node:process';

const { GATEHOUSE_HOST: host = '', GATEHOUSE_PORT: port = '8080' } = process.env;
const everyAddress = ['', '0.0.0.0', '::'];
const name = everyAddress.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

try {
  const url = `http://${name}:${port}${process.argv[2] ?? '/healthz'}`;
  const { status } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
