import { afterAll, beforeAll, expect, it } from 'vitest';
import { invalidBodies } from '../lib/json/json-corpus.fixture.ts';
import { type Door, startDoor } from './gateway.fixture.ts';

let door: Door;
beforeAll(async () => {
  door = await startDoor();
});
afterAll(() => door.close());

it.each(Object.entries(invalidBodies))(
  'the door refuses every signed body with %s',
  async (_kind, bodies) => {
    for (const body of bodies) {
      const answer = await door.call({ body: Buffer.from(body) });
      expect([answer.status, answer.text]).toEqual([
        400,
        '{"apiCode":999301,"apiMsg":"API_INVALID_REQUEST","data":null}',
      ]);
      expect(answer.detail).toMatch(/^body is not acceptable JSON: line \d+, byte \d+: [\x20-\x7e]+$/);
    }
  },
);
