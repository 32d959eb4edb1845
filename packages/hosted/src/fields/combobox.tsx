import type { Choice } from '@gatehouse/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Translator } from '../messages/translator.ts';
import { useTranslator } from '../ui/context.ts';
import { choiceCalled, useChoices } from './choice-source.ts';

export interface ComboboxProps {
  readonly id: string;
  readonly choices: readonly Choice[] | null;
  readonly choicesKey: string | null;
  /** Key of the names of the choices. */
  readonly list: string;
  /** The text of the field while nobody types. */
  readonly shown: string;
  readonly describedBy?: string | undefined;
  readonly isFaulty: boolean;
  readonly isRequired: boolean;
  readonly label?: string;
  /** In the empty field, instead of a call to choose. */
  readonly placeholder?: string;
  readonly onChoose: (choice: Choice) => void;
  readonly onClear?: () => void;
}

/** A field with a list to search in: the combobox of the ARIA authoring practices, with the list below it. */
export function Combobox(props: ComboboxProps) {
  const { id, list, shown } = props;
  const words = useTranslator();
  const search = useSearch(props);
  const { query, choices, active, current, isOpen, isLoading } = search;
  const listId = `${id}-list`;
  return (
    <div class="combobox">
      <input
        id={id}
        class="input"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={props.label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${listId}-${active}` : undefined}
        aria-required={props.isRequired}
        aria-invalid={props.isFaulty}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder ?? words.text('noChoice')}
        value={query ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={search.open}
        onInput={(event) => search.type(event.currentTarget.value)}
        onKeyDown={search.onKeyDown}
        onBlur={search.leave}
      />
      <svg class="combobox-arrow" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 10l5 5 5-5" />
      </svg>
      <Choices id={listId} list={list} search={search} />
      <div
        class={isOpen && choices.length === 0 && !isLoading ? 'combobox-status' : 'visually-hidden'}
        role="status"
      >
        {isOpen && !isLoading && statusText(words, search)}
      </div>
    </div>
  );
}

type Search = ReturnType<typeof useSearch>;

/** What is typed, what it finds, and which of that the keys are at. */
function useSearch(props: ComboboxProps) {
  const { list, onChoose, onClear } = props;
  const words = useTranslator();
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const { choices, isCut, isLoading } = useChoices(props, query ?? '');
  // Results of an earlier query are ignored.
  const current = isOpen && !isLoading ? choices[active] : undefined;

  function choose(choice: Choice) {
    onChoose(choice);
    close();
  }
  function close() {
    setOpen(false);
    setQuery(null);
    setActive(0);
  }
  function type(text: string) {
    setQuery(text);
    setActive(0);
    setOpen(true);
    if (text === '') onClear?.();
  }
  function leave() {
    // Typing the whole name chooses it.
    const called = choiceCalled({ words, list, choices, query: query ?? '' });
    if (called) onChoose(called);
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = choices.length - 1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
      else setActive(active <= 0 ? last : active - 1);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (current) choose(current);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  }
  const open = () => setOpen(true);
  return { query, choices, active, current, isOpen, isCut, isLoading, choose, type, leave, open, onKeyDown };
}

function Choices(props: { readonly id: string; readonly list: string; readonly search: Search }) {
  const { id, list } = props;
  const { choices, active, current, isOpen, choose } = props.search;
  const words = useTranslator();
  const listBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listBox.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, isOpen]);
  return (
    <div
      ref={listBox}
      id={id}
      role="listbox"
      tabIndex={-1}
      hidden={!isOpen || choices.length === 0}
      aria-label={words.text('noChoice')}
    >
      {isOpen &&
        choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
          <div
            key={choice.code}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === current}
            class={choice === current ? 'active' : undefined}
            // Before the field loses the focus and closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <span>{words.choice(list, choice)}</span>
            {choice.detail && (
              <span class="detail" dir="ltr">
                {choice.detail}
              </span>
            )}
          </div>
        ))}
    </div>
  );
}

function statusText(words: Translator, { choices, isCut }: Search): string {
  if (choices.length === 0) return words.text('searchNothing');
  const count = words.counted('searchResults', choices.length);
  return isCut ? `${count} ${words.text('searchMore')}` : count;
}
