import type { StatedDifference, SubmittedDocument } from '@gatehouse/contract';
import { useEffect, useRef } from 'preact/hooks';
import type { Translator } from '../messages/translator.ts';
import { useTranslator } from '../ui/context.ts';
import { Notice } from '../ui/notice.tsx';

interface DifferencesProps {
  readonly document: SubmittedDocument;
  /** Raised where they are new to the person: they then take the focus. */
  readonly attempt: number;
}

/** Where a document says otherwise than what was entered before, fact by fact, and what can be done about it. */
export function Differences({ document: { contradictions }, attempt }: DifferencesProps) {
  const words = useTranslator();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [attempt]);
  if (contradictions.length === 0) return null;
  return (
    <section ref={box} tabIndex={-1} aria-label={words.text('differsTitle')} class="differences">
      <Notice tone="warning">
        <p>
          <strong>{words.text('differsTitle')}</strong>
        </p>
        <ul>
          {contradictions.map((difference) => (
            <li key={difference.field}>{differenceText(words, difference)}</li>
          ))}
        </ul>
        <p>{words.text('differsAsk')}</p>
      </Notice>
    </section>
  );
}

/** Key by which the page knows that the person has seen these differences. */
export function differencesKey({ contradictions }: Pick<SubmittedDocument, 'contradictions'>): string {
  return JSON.stringify(contradictions);
}

function differenceText(words: Translator, { field, document, told }: StatedDifference): string {
  const written = (value: string) => {
    const text =
      field === 'dateOfBirth' ? words.date(value) : field === 'nationality' ? countryOf(words, value) : value;
    // U+2068 and U+2069 keep each value in its own direction.
    return `\u2068${text}\u2069`;
  };
  return words.text('differs', {
    field: words.text(`read_${field}`),
    document: written(document),
    told: written(told),
  });
}

/** Documents of organisations have a code in place of a country. */
function countryOf(words: Translator, value: string): string {
  return /^[A-Z]{2}$/.test(value) ? words.country(value) : value;
}
