import { describe, expect, it } from 'vitest';
import { retryWhenThreadLost, ThreadLostError } from './lost-thread.ts';
import { MonitoringThreadClient } from './monitoring-thread-client.ts';

/** A thread that dies on its second call. */
const dying = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, name }) => {
      if (name === 'end') process.exit(1);
      parentPort.postMessage({ id, ok: true, answer: null });
    });
  `)}`,
);

describe('a thread of monitoring that dies', () => {
  it('died on the call that it had not answered, while the calls behind it were only waiting', async () => {
    let lost = 0;
    const thread = new MonitoringThreadClient(() => (lost += 1), dying);
    const calls = [
      thread.ask('forget', { scope: 's' }),
      thread.ask('end', { runId: 'one' }),
      thread.ask('end', { runId: 'other' }),
      thread.ask('forget', { scope: 's' }),
    ];
    const ended = await Promise.allSettled(calls);
    const causes = ended.map((end) =>
      end.status === 'rejected' ? (end.reason as ThreadLostError).isCaller : null,
    );
    expect(causes).toEqual([null, true, false, false]);
    expect({ lost, losses: thread.losses }).toEqual({ lost: 1, losses: 1 });
    await thread.close();
  });

  it('has what only waited attempted again without end, and what it died on not', async () => {
    const { signal } = new AbortController();
    const failing = (isCaller: boolean, times: number) => {
      let attempts = 0;
      return async () => {
        attempts += 1;
        if (attempts <= times) throw new ThreadLostError('the thread died', { isCaller });
        return attempts;
      };
    };
    expect(await retryWhenThreadLost(failing(false, 20), { signal, pause: 0 })).toBe(21);
    await expect(retryWhenThreadLost(failing(true, 1), { signal, pause: 0 })).rejects.toThrow(
      'the thread died',
    );
  });
});
