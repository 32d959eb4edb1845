import { createHmac } from 'node:crypto';
import process from 'node:process';

/**
 * Sends a call of the client that orval writes, and signs those of the gateway: the exact bytes of the body, under the
 * key's secret. For servers alone; the secret belongs into no browser. The settings are those of `data/demo.env`.
 */
export async function signedCall<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const url = new URL(path, setting('GATEHOUSE_BASE_URL'));
  const headers = new Headers(options.headers);
  if (url.pathname.startsWith('/gateway/')) {
    if (typeof options.body !== 'string') throw new TypeError('a call of the gateway has a body in JSON');
    const sign = createHmac('sha256', setting('GATEHOUSE_API_SECRET')).update(options.body).digest('hex');
    url.searchParams.set('apiKey', setting('GATEHOUSE_API_KEY'));
    url.searchParams.set('sign', sign);
    headers.set('x-domain', setting('GATEHOUSE_DOMAIN'));
  }
  const response = await fetch(url, { ...options, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as Answer;
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: see data/demo.env of the demo`);
  return value;
}
