import { useEffect, useState } from 'preact/hooks';
import { useFlowStore, useTranslator } from '../ui/context.ts';
import { Screen } from '../ui/screen.tsx';

const firstPauseMs = 700;
const longestPauseMs = 10_000;
/** After so many requests the page says that it takes longer. */
const longAfter = 8;

/** Waits for the service: polls at growing intervals, and not while the page is hidden. */
export function Processing() {
  const words = useTranslator();
  const store = useFlowStore();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const pauseMs = Math.min(firstPauseMs * 1.5 ** asked, longestPauseMs);
    const timer = setTimeout(() => {
      if (document.visibilityState === 'hidden') setAsked((count) => count + 1);
      else void store.refresh().then(() => setAsked((count) => count + 1));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [asked, store]);
  return (
    <Screen title={words.text('workingTitle')}>
      <div class="working" role="status">
        <span class="big-spinner" aria-hidden="true" />
        <p>{words.text(asked < longAfter ? 'workingText' : 'workingLong')}</p>
      </div>
    </Screen>
  );
}
