import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { FlowState, FlowStore } from '../flow/flow-store.ts';
import type { Translator } from '../messages/translator.ts';

export const TranslatorContext = createContext<Translator | null>(null);
export const StoreContext = createContext<FlowStore | null>(null);

export function useTranslator(): Translator {
  return useContext(TranslatorContext)!;
}

export function useFlowStore(): FlowStore {
  return useContext(StoreContext)!;
}

/** The store's state; the component is drawn anew when it changes. */
export function useFlowState(store: FlowStore): FlowState {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state);
    return store.subscribe(() => setState(store.state));
  }, [store]);
  return state;
}
