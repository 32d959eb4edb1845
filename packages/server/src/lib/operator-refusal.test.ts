import { describe, expect, it } from 'vitest';
import { asOperatorRefusal, OperatorRefusal } from './operator-refusal.ts';

const failing = (error: unknown) => asOperatorRefusal('the port', () => Promise.reject(error as Error));

describe('orRefuse', () => {
  it('gives the result of a step that succeeds', async () => {
    expect(await asOperatorRefusal('the port', () => 5)).toBe(5);
  });

  it('keeps the words of a plain error, in one line, with the error as its cause', async () => {
    const cause = new Error('The directory is in use:\n  stop the other process');
    await expect(failing(cause)).rejects.toMatchObject({
      name: 'OperatorRefusal',
      message: 'The directory is in use: stop the other process',
      cause,
    });
  });

  it('says of what the system complains', async () => {
    const cause = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    await expect(failing(cause)).rejects.toMatchObject({ message: 'the port: listen EACCES' });
  });

  it('lets faults of ours and refusals through as they are', async () => {
    class OwnError extends Error {}
    for (const error of [new TypeError('x is undefined'), new OwnError('odd'), new OperatorRefusal('mend')]) {
      await expect(failing(error)).rejects.toBe(error);
    }
  });
});
