import { afterAll, beforeAll, expect, it } from 'vitest';
import { invalidBodies } from '../lib/json/json-corpus.fixture.ts';
import { startTestGateway, type TestGateway } from './gateway.fixture.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway();
});
afterAll(() => testGateway.close());

it.each(Object.entries(invalidBodies))(
  'the gateway refuses every signed body with %s',
  async (_kind, bodies) => {
    for (const body of bodies) {
      const answer = await testGateway.call({ body: Buffer.from(body) });
      expect([answer.status, answer.text]).toEqual([
        400,
        '{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null}',
      ]);
      expect(answer.detail).toMatch(/^body is not acceptable JSON: line \d+, byte \d+: [\x20-\x7e]+$/);
    }
  },
);
