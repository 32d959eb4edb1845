import { signRequest } from '@gatehouse/contract/signature';

/** The figures that a service tells, by name and labels as they are written. */
export async function readMetrics(port: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The query string of a signed call. */
export function signedQuery(key: { apiKey: string; secret: string }, api: string, body: string): string {
  return new URLSearchParams({
    api,
    apiVersion: '1.0.0',
    apiKey: key.apiKey,
    sign: signRequest(key.secret, Buffer.from(body)),
  }).toString();
}

/** One signed call over plain HTTP, with what the SDK would hide; by its alias path where that is said. */
export async function callGateway(
  baseUrl: string,
  key: { apiKey: string; secret: string },
  call: { api: string; data: unknown; domain?: string; isAlias?: boolean },
): Promise<{ status: number; apiCode: number; retryAfter: string | null; data: unknown }> {
  const { api, data, domain = 'retail', isAlias = false } = call;
  const body = JSON.stringify(data);
  const path = isAlias ? `/${api}` : '';
  const response = await fetch(`${baseUrl}${path}?${signedQuery(key, api, body)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-domain': domain },
    body,
  });
  const answer = (await response.json()) as { apiCode: number; data: unknown };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer };
}
