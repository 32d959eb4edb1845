import type { Choice } from '@gatehouse/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTranslator } from '../ui/context.ts';
import { choiceCalled, useChoices } from './choice-source.ts';

export interface ComboboxProps {
  readonly id: string;
  readonly choices: readonly Choice[] | null;
  readonly choicesKey: string | null;
  /** Key of the names of the choices. */
  readonly list: string;
  /** What stands in the field while nobody types. */
  readonly shown: string;
  readonly describedBy?: string | undefined;
  readonly isFaulty: boolean;
  readonly isRequired: boolean;
  readonly label?: string;
  readonly onChoose: (choice: Choice) => void;
  readonly onClear?: () => void;
}

/** A field with a list to search in: the combobox of the ARIA authoring practices, with the list below it. */
export function Combobox(props: ComboboxProps) {
  const { id, list, shown, onChoose, onClear } = props;
  const words = useTranslator();
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const listBox = useRef<HTMLDivElement>(null);
  const { choices, isCut, isLoading } = useChoices(props, query ?? '');
  const listId = `${id}-list`;
  // What still stands there from another query is nothing to take.
  const current = isOpen && !isLoading ? choices[active] : undefined;

  useEffect(() => {
    listBox.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, isOpen]);

  function choose(choice: Choice) {
    onChoose(choice);
    close();
  }
  function close() {
    setOpen(false);
    setQuery(null);
    setActive(0);
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
        placeholder={words.text('noChoice')}
        value={query ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setQuery(text);
          setActive(0);
          setOpen(true);
          if (text === '') onClear?.();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Whoever typed the whole name has chosen it.
          const called = choiceCalled({ words, list, choices, query: query ?? '' });
          if (called) onChoose(called);
          close();
        }}
      />
      <svg class="combobox-arrow" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 10l5 5 5-5" />
      </svg>
      <div
        ref={listBox}
        id={listId}
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
              id={`${listId}-${index}`}
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
      <div
        class={isOpen && choices.length === 0 && !isLoading ? 'combobox-status' : 'visually-hidden'}
        role="status"
      >
        {isOpen && !isLoading && statusText()}
      </div>
    </div>
  );

  function statusText(): string {
    if (choices.length === 0) return words.text('searchNothing');
    const count = words.counted('searchResults', choices.length);
    return isCut ? `${count} ${words.text('searchMore')}` : count;
  }
}
