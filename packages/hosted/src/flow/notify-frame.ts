import type { FlowState, FlowStore } from './flow-store.ts';

/** What a page that shows this one in a frame receives: the state of the flow, and nothing that was entered. */
interface FrameMessage {
  readonly source: 'gatehouse-verify';
  readonly state: ReturnType<typeof stateOf>;
}

/**
 * Notifies the page around a frame whenever the state of the flow changes. Any origin may hear it: browsers show the
 * page in frames of those origins alone that the tenant names.
 */
export function notifyFrame(
  store: Pick<FlowStore, 'state' | 'subscribe'>,
  outside: Pick<Window, 'postMessage'>,
): void {
  let notified: FrameMessage['state'] = null;
  store.subscribe(() => {
    const state = stateOf(store.state);
    if (state === notified) return;
    notified = state;
    outside.postMessage({ source: 'gatehouse-verify', state } satisfies FrameMessage, '*');
  });
}

function stateOf({ dead, view }: FlowState) {
  return dead ? 'dead' : (view?.state ?? null);
}
