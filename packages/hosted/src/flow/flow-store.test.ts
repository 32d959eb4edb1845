import type { FlowView } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { Drafts } from './drafts.ts';
import { FlowClient } from './flow-client.ts';
import { FlowStore } from './flow-store.ts';

const view = {
  state: 'consent',
  nextStep: null,
  newerSession: null,
  steps: [],
  branding: { name: 'Acme' },
} as unknown as FlowView;

/** A store whose server answers the exchange of the link with one of these after the other. */
function storeOf(...answers: { readonly status: number; readonly body: object }[]) {
  const fetch = async () => {
    const { status, body } = answers.shift()!;
    return Response.json(body, { status });
  };
  return new FlowStore(
    (onConnection) => new FlowClient({ linkToken: 'link', onConnection, fetch, pause: async () => {} }),
    new Drafts('link', null),
  );
}
const failure = { status: 500, body: { code: 'INTERNAL' } };

describe('a link that does not open', () => {
  it('is not dead where the service failed, and is opened when it can again', async () => {
    const store = storeOf(failure, failure, failure, {
      status: 200,
      body: { sdkToken: 'secret', idleSeconds: 900, view },
    });
    await store.open();
    expect(store.state).toMatchObject({ dead: null, unopened: true, view: null });
    const opening = store.open();
    expect(store.state.unopened).toBe(false);
    await opening;
    expect(store.state).toMatchObject({ dead: null, unopened: false, view: { state: 'consent' } });
  });

  it('is dead where the service says so of the link', async () => {
    const store = storeOf({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await store.open();
    expect(store.state).toMatchObject({ dead: { code: 'LINK_EXPIRED' }, unopened: false });
  });
});
