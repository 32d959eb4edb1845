import { Modal, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { Icon } from '../ui/icon.tsx';
import { matchingEntries, type PaletteEntry, paletteSections } from './palette-entries.ts';
import { usePaletteSearch } from './use-palette-search.ts';

/** Finds pages, actions, cases and customers by a text; arrows choose, Enter goes there. */
export function CommandPalette(props: {
  readonly entries: readonly PaletteEntry[];
  readonly close: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const domain = useDomain();
  const search = usePaletteSearch(typed);
  const found = [...matchingEntries(props.entries, typed), ...search.entries];
  const at = Math.min(chosen, found.length - 1);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    props.close();
    entry.run();
  };
  const onKey = (event: React.KeyboardEvent): void => {
    // Enter ends the composing of a letter first.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(found[at]);
    else {
      const next = nextPlace(event.key, at, found.length);
      if (next === undefined) return;
      setChosen(next);
    }
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={props.close}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="10vh"
      aria-label={text('frame.searchDialog')}
    >
      <input
        className="gh-palette-field"
        data-autofocus
        role="combobox"
        aria-label={text('frame.searchField')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] && `${id}-${at}`}
        placeholder={text('frame.searchPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <Entries id={id} entries={found} at={at} choose={setChosen} run={run} />
      <p className="gh-palette-state" role="status">
        {search.error ? (
          describeError(search.error)
        ) : found.length > 0 ? (
          <VisuallyHidden>{text('frame.resultCount', { count: found.length })}</VisuallyHidden>
        ) : search.isPending ? (
          text('frame.searching')
        ) : (
          text('frame.nothingFound', { domain })
        )}
      </p>
    </Modal>
  );
}

/** Where a key leads in a list, around its ends; undefined for a key that leads nowhere. */
function nextPlace(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1 >= count ? 0 : at + 1;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function Entries(props: {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly at: number;
  readonly choose: (at: number) => void;
  readonly run: (entry: PaletteEntry) => void;
}) {
  const { id, entries } = props;
  const sections = Map.groupBy(
    entries.map((entry, index) => ({ entry, index })),
    ({ entry }) => entry.section,
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label={text('frame.results')} className="gh-palette-list">
      {[...sections].map(([section, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={section} role="group" aria-label={paletteSections[section]}>
          <div className="gh-palette-part" aria-hidden="true">
            {paletteSections[section]}
          </div>
          {own.map(({ entry, index }) => (
            <Entry
              key={entry.id}
              id={`${id}-${index}`}
              entry={entry}
              isChosen={index === props.at}
              choose={() => props.choose(index)}
              run={() => props.run(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry(props: {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly run: () => void;
}) {
  const { entry, isChosen } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field of the combobox keeps the focus
    <div
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={props.id}
      role="option"
      aria-selected={isChosen}
      className="gh-palette-entry"
      onMouseMove={props.choose}
      onClick={props.run}
    >
      <Icon of={entry.icon} />
      <bdi>{entry.label}</bdi>
      {entry.detail !== undefined && <bdi className="gh-dim">{entry.detail}</bdi>}
    </div>
  );
}
