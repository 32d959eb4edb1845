import type { Choice } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import type { FlowClient } from '../flow/flow-client.ts';
import type { Words } from '../messages/words.ts';
import { useFlowStore, useWords } from '../ui/context.ts';

/** Lists that come whole, because they are searched in the person's language. */
const wholeLists = new Set(['platform_countries', 'platform_phone_code']);
const searchPauseMs = 200;
const shownAtMost = 50;

const kept = new Map<string, Promise<readonly Choice[]>>();

/** All choices of a list; asked for once. */
export function loadChoices(client: FlowClient, key: string, query?: string): Promise<readonly Choice[]> {
  const path = `/choices/${encodeURIComponent(key)}${query === undefined ? '' : `?q=${encodeURIComponent(query)}`}`;
  let found = kept.get(path);
  if (!found) {
    found = client.call<readonly Choice[]>(path).then((answer) => (answer.kind === 'ok' ? answer.value : []));
    kept.set(path, found);
  }
  return found;
}

export interface FoundChoices {
  readonly choices: readonly Choice[];
  /** There may be others than those shown. */
  readonly isCut: boolean;
  readonly isLoading: boolean;
}

/** What fits the query, of choices at hand or of a list on the server. */
export function useChoices(given: readonly Choice[] | null, key: string | null, query: string): FoundChoices {
  const words = useWords();
  const { client } = useFlowStore();
  const [loaded, setLoaded] = useState<{ of: string; choices: readonly Choice[] } | null>(null);
  const isWhole = given !== null || key === null || wholeLists.has(key);
  const asked = isWhole ? '' : query.trim();
  useEffect(() => {
    if (given !== null || key === null) return;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        void loadChoices(client, key, isWhole ? undefined : asked).then((choices) => {
          if (isCurrent) setLoaded({ of: asked, choices });
        });
      },
      asked === '' ? 0 : searchPauseMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [given, key, asked, isWhole, client]);
  const all = given ?? loaded?.choices ?? [];
  const fitting = isWhole ? searchChoices(words, key ?? '', all, query) : all;
  return {
    choices: fitting.slice(0, shownAtMost),
    isCut: fitting.length > shownAtMost || (!isWhole && all.length >= shownAtMost),
    isLoading: given === null && loaded?.of !== asked,
  };
}

/** Choices whose name, code or detail begins with the query, then those that hold it. */
export function searchChoices(
  words: Words,
  list: string,
  choices: readonly Choice[],
  query: string,
): readonly Choice[] {
  const named = choices
    .map((choice) => ({ choice, name: words.choice(list, choice) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, words.language));
  const wanted = folded(query);
  if (wanted === '') return named.map(({ choice }) => choice);
  const ranked = named.map(({ choice, name }) => {
    const texts = [
      name,
      choice.name,
      choice.code,
      choice.detail ?? '',
      (choice.detail ?? '').replace('+', ''),
    ].map(folded);
    if (texts.some((text) => text === wanted)) return { choice, rank: 0 };
    if (texts.some((text) => text.startsWith(wanted))) return { choice, rank: 1 };
    return { choice, rank: texts.some((text) => text.includes(wanted)) ? 2 : 3 };
  });
  return ranked
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** Without accents and case, so that people find what they mean. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
