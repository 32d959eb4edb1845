import { describe, expect, it } from 'vitest';
import { setUp } from '../test/client-at-gateway.ts';
import { apiKey, domain, inTurn, ok, refusal, secret } from '../test/tiny-gateway.ts';
import { createClient } from './client.ts';

const stored = {
  url: 's3://b/uploads/d/t/retail/1.png',
  filename: 'a.png',
  content_type: 'image/png',
  size: 3,
};
const tokens = (_: unknown, n: number) => ok({ code: 200, uploadToken: `token-${n}`, expiresIn: 900 });
const bytes = new Uint8Array([1, 2, 255]);
const unauthorized = { ...refusal('API_NON_AUTHORIZED'), status: 401 };

async function* stream(): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 1);
  yield bytes.subarray(1);
}

/** The parts of a form, by name. */
function partsOf(body: Buffer, contentType: string): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(contentType)![1]!;
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    pieces.map((piece) => [/name="(\w+)"/.exec(piece)![1]!, piece.slice(piece.indexOf('\r\n\r\n') + 4, -2)]),
  );
}

describe('storage.upload', () => {
  it.each([
    ['bytes', () => bytes],
    ['a Blob', () => new Blob([bytes])],
    ['a stream', () => stream()],
    ['a function that opens a stream', () => stream],
  ])('sends %s as a form, the token before the file', async (_, source) => {
    const { client, gateway } = await setUp({ 'storage.upload.token': tokens, upload: () => ok(stored) });
    const file = await client.storage.upload(source(), { filename: 'a "1".png', contentType: 'image/png' });
    expect(file).toEqual(stored);
    const { body, headers } = gateway.calls.at(-1)!;
    expect(partsOf(body, headers['content-type']!)).toEqual({
      uploadToken: 'token-0',
      file: Buffer.from(bytes).toString('latin1'),
    });
    const text = body.toString('latin1');
    expect(text.indexOf('uploadToken')).toBeLessThan(text.indexOf('name="file"'));
    expect(text).toContain('filename="a %221%22.png"\r\nContent-Type: image/png');
  });

  it('keeps a token while it lasts, and fetches another one before it ends', async () => {
    const { client, clock, gateway } = await setUp({
      'storage.upload.token': tokens,
      upload: () => ok(stored),
    });
    const upload = () => client.storage.upload(bytes, { filename: 'a.png' });
    await upload();
    await upload();
    expect(gateway.operations()).toEqual(['storage.upload.token', 'upload', 'upload']);
    await clock.sleep(800_000);
    await upload();
    expect(gateway.operations().slice(3)).toEqual(['storage.upload.token', 'upload']);
  });

  it('fetches a new token and sends once more after a 401, and gives up after the second', async () => {
    const mended = await setUp({ 'storage.upload.token': tokens, upload: inTurn(unauthorized, ok(stored)) });
    await expect(mended.client.storage.upload(bytes, { filename: 'a.png' })).resolves.toEqual(stored);
    expect(mended.gateway.operations()).toEqual([
      'storage.upload.token',
      'upload',
      'storage.upload.token',
      'upload',
    ]);
    const { body, headers } = mended.gateway.calls.at(-1)!;
    expect(partsOf(body, headers['content-type']!)['uploadToken']).toBe('token-1');

    const refused = await setUp({ 'storage.upload.token': tokens, upload: () => unauthorized });
    await expect(refused.client.storage.upload(bytes, { filename: 'a.png' })).rejects.toMatchObject({
      name: 'API_NON_AUTHORIZED',
      httpStatus: 401,
      operation: 'upload',
    });
    expect(refused.gateway.operations().filter((name) => name === 'upload')).toHaveLength(2);
  });

  it('sends a bare stream once, whatever comes back', async () => {
    const { client, gateway } = await setUp({
      'storage.upload.token': tokens,
      upload: inTurn(unauthorized, ok(stored)),
    });
    await expect(client.storage.upload(stream(), { filename: 'a.png' })).rejects.toMatchObject({
      httpStatus: 401,
    });
    expect(gateway.operations()).toEqual(['storage.upload.token', 'upload']);
  });

  it('sends again after a fault, and not after a refusal', async () => {
    const fault = refusal('SERVICE_INVOKE_ERROR');
    const mended = await setUp({ 'storage.upload.token': tokens, upload: inTurn(fault, fault, ok(stored)) });
    await expect(mended.client.storage.upload(bytes, { filename: 'a.png' })).resolves.toEqual(stored);
    const refused = await setUp({
      'storage.upload.token': tokens,
      upload: () => ({ ...refusal('API_INVALID_REQUEST', { 'x-error-detail': 'too large' }), status: 413 }),
    });
    await expect(refused.client.storage.upload(bytes, { filename: 'a.png' })).rejects.toMatchObject({
      httpStatus: 413,
      detail: 'too large',
    });
    expect(refused.gateway.operations()).toHaveLength(2);
  });

  it('goes to the storage address that it is given, and refuses one that is none', async () => {
    const { gateway } = await setUp({ 'storage.upload.token': tokens, upload: () => ok(stored) });
    const options = { baseUrl: gateway.baseUrl, apiKey, secret, domain };
    const storageUrl = gateway.baseUrl.replace('/gateway', '/storage/');
    const client = createClient({ ...options, storageUrl });
    await expect(client.storage.upload(bytes, { filename: 'a.png' })).resolves.toEqual(stored);
    expect(() => createClient({ ...options, storageUrl: 'storage' })).toThrow('storageUrl');
  });
});
