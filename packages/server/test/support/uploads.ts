import type { UploadedFile } from '@gatehouse/contract';
import { callGateway } from './network.ts';
import type { TestService } from './service.ts';

/** Uploads over plain HTTP, with what the SDK would hide. */

export interface UploadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly apiCode: number;
  readonly apiMsg: string;
  readonly data: UploadedFile | null;
  /** `x-error-detail`. */
  readonly detail: string | null;
}

type Key = { readonly apiKey: string; readonly secret: string };

/** A new token of a key in a domain. */
export async function uploadToken(service: TestService, key: Key, domain = 'retail'): Promise<string> {
  const answer = await callGateway(service.app.baseUrl, key, {
    api: 'storage.upload.token',
    data: {},
    domain,
  });
  return (answer.data as { uploadToken: string }).uploadToken;
}

/** A part of a form: a text, or bytes with what is said of them. */
export type Part = readonly [
  name: string,
  value: string | { readonly bytes: Buffer; readonly filename?: string; readonly type?: string },
];

const boundary = 'the-boundary-of-these-tests';

/** A form as a client writes it, part by part in this order. */
export function formOf(parts: readonly Part[]): { body: Buffer; contentType: string } {
  const pieces = parts.flatMap(([name, value]) => {
    const isText = typeof value === 'string';
    const filename =
      isText || value.filename === undefined ? '' : `; filename="${value.filename.replaceAll('"', '%22')}"`;
    const type = isText || value.type === undefined ? '' : `\r\nContent-Type: ${value.type}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}${type}\r\n\r\n`;
    return [Buffer.from(head), isText ? Buffer.from(value) : value.bytes, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

export async function sendForm(
  service: TestService,
  parts: readonly Part[],
  headers: Readonly<Record<string, string>> = {},
): Promise<UploadAnswer> {
  const { body, contentType } = formOf(parts);
  return send(service, '/api/v1/upload/file', { body, headers: { 'content-type': contentType, ...headers } });
}

export function sendJson(
  service: TestService,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<UploadAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(service, '/api/v1/upload', {
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** One file with a token before it. */
export function sendFile(
  service: TestService,
  token: string,
  file: { readonly bytes: Buffer; readonly filename?: string; readonly type?: string },
): Promise<UploadAnswer> {
  return sendForm(service, [
    ['uploadToken', token],
    ['file', { filename: 'file', ...file }],
  ]);
}

export async function send(
  service: TestService,
  path: string,
  request: {
    readonly method?: string;
    readonly body?: Buffer | string;
    readonly headers?: Record<string, string>;
  },
): Promise<UploadAnswer> {
  const { method = 'POST', body, headers = {} } = request;
  const response = await fetch(`${service.app.storageUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  const envelope = (text === '' ? {} : JSON.parse(text)) as Pick<UploadAnswer, 'apiCode' | 'apiMsg' | 'data'>;
  return {
    ...envelope,
    status: response.status,
    headers: response.headers,
    detail: response.headers.get('x-error-detail'),
  };
}

export function dataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
