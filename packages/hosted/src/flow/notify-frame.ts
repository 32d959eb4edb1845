import type { FlowState, FlowStore } from './flow-store.ts';

/** What a page that shows this one in a frame is told: where the flow stands, and nothing of what was given. */
interface FrameMessage {
  readonly source: 'gatehouse-verify';
  readonly state: ReturnType<typeof stateOf>;
}

/**
 * Tells the page around a frame whenever the flow comes to stand elsewhere. Any origin may hear it: browsers show the
 * page in frames of those origins alone that the tenant names.
 */
export function notifyFrame(
  store: Pick<FlowStore, 'state' | 'subscribe'>,
  outside: Pick<Window, 'postMessage'>,
): void {
  let told: FrameMessage['state'] = null;
  store.subscribe(() => {
    const state = stateOf(store.state);
    if (state === told) return;
    told = state;
    outside.postMessage({ source: 'gatehouse-verify', state } satisfies FrameMessage, '*');
  });
}

function stateOf({ dead, view }: FlowState) {
  return dead ? 'dead' : (view?.state ?? null);
}
