import type { LiveEvent } from '@gatehouse/contract';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, readAfter } from './api.ts';

/** Lists are read anew once for everything that came within this time. */
const gatherMs = 700;

/** What to read anew of what is shown, by the kind of what an act concerned. */
const shownOf: Readonly<Record<string, readonly string[]>> = {
  case: ['cases', 'home'],
  execution: ['execution', 'cases', 'home', 'customer', 'customers'],
  // Erased, it takes its cases and executions with it.
  customer: ['customer', 'customers', 'case', 'cases', 'execution', 'erasures'],
  erasure: ['erasures'],
  hold: ['holds', 'erasures', 'case'],
  retention: ['retention'],
  retentionRun: ['retention', 'customer', 'case', 'cases', 'execution'],
  quickscan: ['scan', 'scans', 'allowance'],
  upload: ['customer'],
  watchlist_entry: ['watchlist'],
  workflow: ['workflows', 'workflow'],
  settings: ['settings'],
  // Of an applied tenant file.
  tenant: ['settings'],
  reference: ['settings'],
  monitoringRun: ['monitoring-figures'],
};

/**
 * Keeps what is shown as it is: the service says what an action changed, and it is read again. One tab of a browser
 * listens and notifies the others, because a browser opens only few connections to a server.
 */
export function useLive(domain: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    // Who looks after the deployment alone has none.
    if (domain === '') return;
    const channel = new BroadcastChannel(`gatehouse.live.${domain}`);
    const gathered = gather(queries);
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => gathered.take(data);
    const ending = new AbortController();
    const listen = () =>
      new Promise<void>((resolve) => {
        const source = new EventSource(addressOf('live.events', { domain }));
        source.onmessage = ({ data }: MessageEvent<string>) => {
          const event = JSON.parse(data) as LiveEvent;
          channel.postMessage(event);
          gathered.take(event);
        };
        ending.signal.addEventListener('abort', () => {
          source.close();
          resolve();
        });
      });
    // Browsers have locks on https and on the machine itself alone; elsewhere each tab listens.
    if ('locks' in navigator) {
      navigator.locks
        .request(`gatehouse.live.${domain}`, { signal: ending.signal }, listen)
        .catch(() => undefined);
    } else void listen();
    return () => {
      ending.abort();
      channel.close();
      gathered.stop();
    };
  }, [domain, queries]);
}

/** Gathers what came for a moment: a burst of acts is one reading. */
function gather(queries: QueryClient) {
  let all = false;
  let kinds = new Set<string>();
  let cases = new Set<string>();
  let viewed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const shown = new Set([...kinds].flatMap((kind) => shownOf[kind] ?? []));
    const anyExecution = kinds.has('execution') || kinds.has('upload');
    const concerned = ({ queryKey: [name, , id] }: Query) => {
      if (name === 'session') return false;
      if (all || shown.has(String(name))) return true;
      if (name === 'viewers') return viewed.has(String(id));
      return name === 'case' && (anyExecution || cases.has(String(id)));
    };
    // What is being read, after an act of one's own most of all, is let come first: cut off, it would be waited for in vain.
    if (queries.isFetching({ predicate: concerned }) > 0) {
      timer = setTimeout(read, gatherMs / 4);
      return;
    }
    timer = undefined;
    void queries.invalidateQueries({ predicate: concerned });
    [all, kinds, cases, viewed] = [false, new Set(), new Set(), new Set()];
  };
  return {
    take(event: LiveEvent) {
      readAfter(event.position);
      if (!event.all && event.objects.length === 0) return;
      all ||= event.all;
      for (const { kind, id } of event.objects) {
        kinds.add(kind);
        if (kind === 'case') cases.add(id);
        if (kind === 'case_viewer') viewed.add(id);
      }
      timer ??= setTimeout(read, gatherMs);
    },
    stop: () => clearTimeout(timer),
  };
}
