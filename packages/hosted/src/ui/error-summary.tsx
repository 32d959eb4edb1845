import { useEffect, useRef } from 'preact/hooks';
import { useTranslator } from './context.ts';

export interface SummaryEntry {
  /** Id of the control that the entry leads to. */
  readonly controlId: string;
  readonly label: string;
  readonly message: string;
}

/** All faults of a screen above it; takes the focus when faults appear, and each entry leads to its field. */
export function ErrorSummary({
  entries,
  attempt,
}: {
  readonly entries: readonly SummaryEntry[];
  readonly attempt: number;
}) {
  const words = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  const isShown = entries.length > 0;
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [attempt, isShown]);
  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it takes the focus and holds no fields
    <div ref={box} class="error-summary" role="group" aria-labelledby="error-summary-title" tabIndex={-1}>
      <h2 id="error-summary-title">{words.counted('errorSummary', entries.length)}</h2>
      <ul>
        {entries.map(({ controlId, label, message }) => (
          <li key={controlId + message}>
            <a
              href={`#${controlId}`}
              onClick={(event) => {
                event.preventDefault();
                focusControl(controlId);
              }}
            >
              {label}: {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A group has no focus of its own: its first control takes it. */
function focusControl(id: string): void {
  const control = document.getElementById(id);
  if (control === null) return;
  const target = control.matches('input, textarea, select, button')
    ? control
    : (control.querySelector<HTMLElement>('input, textarea, select, button') ?? control);
  target.scrollIntoView({ block: 'center' });
  target.focus();
}
