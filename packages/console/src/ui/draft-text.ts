import { useState } from 'react';

/** Texts that somebody began to write, while the console is open; they are kept nowhere else. */
const drafts = new Map<string, string>();

/** A text that is still there when its field was left, such as by Escape or for another page. `''` ends the draft. */
export function useDraftText(place: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState({ place, text: drafts.get(place) ?? '' });
  const text = draft.place === place ? draft.text : (drafts.get(place) ?? '');
  return [
    text,
    (next) => {
      if (next === '') drafts.delete(place);
      else drafts.set(place, next);
      setDraft({ place, text: next });
    },
  ];
}

/** Puts a text back that was taken too early. */
export function keepDraft(place: string, text: string): void {
  drafts.set(place, text);
}

/** The next person to sign in did not write them. */
export function forgetDrafts(): void {
  drafts.clear();
}
