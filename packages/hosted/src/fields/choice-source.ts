import type { Choice } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import type { FlowClient } from '../flow/flow-client.ts';
import type { Translator } from '../messages/translator.ts';
import { useFlowStore, useTranslator } from '../ui/context.ts';

/** Lists that come whole, because they are searched in the person's language. */
const wholeLists = new Set(['platform_countries', 'platform_phone_code']);
/** Of which the items are countries. */
const countryLists = wholeLists;
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

export interface ChoiceList {
  /** At hand; null: they are on the server. */
  readonly choices: readonly Choice[] | null;
  readonly choicesKey: string | null;
  /** Key of the names of the choices. */
  readonly list: string;
}

export interface FoundChoices {
  readonly choices: readonly Choice[];
  /** There may be others than those shown. */
  readonly isCut: boolean;
  readonly isLoading: boolean;
}

/** What fits the query, of choices at hand or of a list on the server. */
export function useChoices(
  { choices: given, choicesKey: key, list }: ChoiceList,
  query: string,
): FoundChoices {
  const words = useTranslator();
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
  const isCountries = countryLists.has(list);
  const search = useCountrySearch(isCountries);
  const waitsForSearch = isCountries && search === 'loading' && query.trim() !== '';
  const all = given ?? loaded?.choices ?? [];
  const fitting = !isWhole
    ? all
    : isCountries && typeof search !== 'string'
      ? searchCountries(search, { words, list, choices: all, query })
      : searchChoices(words, list, all, query);
  return {
    choices: fitting.slice(0, shownAtMost),
    isCut: fitting.length > shownAtMost || (!isWhole && all.length >= shownAtMost),
    isLoading: waitsForSearch || (given === null && loaded?.of !== asked),
  };
}

type CountrySearch = typeof import('@gatehouse/contract/country-search');
let countrySearch: CountrySearch | 'loading' | 'failed' = 'loading';

/** By what people call countries; it comes with the first field for one. Where the line is cut, names alone are searched. */
function useCountrySearch(isAsked: boolean): typeof countrySearch {
  const [loaded, setLoaded] = useState(countrySearch);
  useEffect(() => {
    if (!isAsked || typeof countrySearch !== 'string') return;
    let isCurrent = true;
    void import('@gatehouse/contract/country-search')
      .catch(() => 'failed' as const)
      .then((found) => {
        countrySearch = found;
        if (isCurrent) setLoaded(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [isAsked]);
  return loaded;
}

interface ChoiceRequest {
  readonly words: Translator;
  readonly list: string;
  readonly choices: readonly Choice[];
  readonly query: string;
}

function searchCountries(
  search: CountrySearch,
  { words, list, choices, query }: ChoiceRequest,
): readonly Choice[] {
  return search
    .searchCountries(
      query,
      choices.map((choice) => shownCountry(words, list, choice)),
    )
    .map(({ choice }) => choice);
}

function shownCountry(words: Translator, list: string, choice: Choice) {
  const detail = choice.detail === undefined ? [] : [choice.detail, choice.detail.replace('+', '')];
  return { code: choice.code, names: [words.choice(list, choice), choice.name, ...detail], choice };
}

/** The one choice that is called exactly as was typed; of countries also by demonym, code or short form. */
export function choiceCalled({ words, list, choices, query }: ChoiceRequest): Choice | undefined {
  const typed = query.trim().toLowerCase();
  if (typed === '') return undefined;
  const exact = choices.filter((choice) => words.choice(list, choice).toLowerCase() === typed);
  if (exact.length === 1) return exact[0];
  if (!countryLists.has(list) || typeof countrySearch === 'string') return undefined;
  const code = countrySearch.countryCalled(
    query,
    choices.map((choice) => shownCountry(words, list, choice)),
  );
  return choices.find((choice) => choice.code === code);
}

/** Choices whose name, code or detail begins with the query, then those that hold it. */
export function searchChoices(
  words: Translator,
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
