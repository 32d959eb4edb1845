import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Real servers on 127.0.0.1 that calls of the tests meet; each stops with its test. */

/** May take its time; a test fails by what it then does not receive. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface TestServer {
  readonly port: number;
  /** Connections that were opened to it. */
  connections(): number;
}

export async function startHttpServer(answer: Answer): Promise<TestServer> {
  return started(createHttpServer((request, response) => void answer(request, response)));
}

/** With a certificate of its own for `receiver.test` and 127.0.0.1, which nobody trusts by default. */
export async function startHttpsServer(answer: Answer): Promise<TestServer> {
  return started(
    createHttpsServer(
      { key: privateKey, cert: selfSignedCertificate },
      (request, response) => void answer(request, response),
    ),
  );
}

/** Speaks whatever the listener writes. */
export async function startTcpServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return started(createTcpServer(onConnection));
}

async function started(server: ReturnType<typeof createTcpServer> | Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const pem = (label: string, base64: string) =>
  `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END ${label}-----\n`;

/** Made for these tests only: openssl req -x509 -newkey ec, for a hundred years. */
export const selfSignedCertificate = pem(
  'CERTIFICATE',
  'MIIBpjCCAU2gAwIBAgIUJ74mFmM+m+mK/EroUPHFPppzIhcwCgYIKoZIzj0EAwIwGDEWMBQGA1UEAwwNcmVjZWl2' +
    'ZXIudGVzdDAgFw0yNjExMjAxMTIxMTJaGA8yMTI2MTAyNzExMjExMlowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVz' +
    'dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCSXXiqShhC9LoKmY4QAUezOLWW7rMk0gghDqJ8BSJzaUMa5reNY' +
    'Z3R5ykgmREN2OIHM+wWj0jxqgrs7Gp418QGjczBxMB0GA1UdDgQWBBR3cMOrtdvblOBzHYTn5ig/8riZbjAfBgNV' +
    'HSMEGDAWgBR3cMOrtdvblOBzHYTn5ig/8riZbjAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCDXJlY2VpdmVy' +
    'LnRlc3SHBH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgIfc4RnhOzK6XAYRQqa63XKZ2oHvSZgqlSThHu2fqmb4CID7y' +
    '3kcpfWJ8A2CvJz1vIjsieVqE8Zxwmc9mR2FMjl2E',
);

export const privateKey = pem(
  'PRIVATE KEY',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBr68uwcP4lWnzRxOwSaGlFUMiaBglGuPya6HTzQ2' +
    'z2mhRANCAAQkl14qkoYQvS6CpmOEAFHszi1lu6zJNIIIQ6ifAUic2lDGua3jWGd0ecpIJkRDdjiBzPsFo9I8aoK7' +
    'OxqeNfEB',
);
