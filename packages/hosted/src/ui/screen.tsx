import type { EndUserStepType } from '@gatehouse/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useFlowState, useFlowStore, useTranslator } from './context.ts';
import { Icon } from './icon.tsx';
import { showShareOfStep } from './theme.ts';
import { useBack } from './use-back.ts';
import { Why } from './why.tsx';

export interface ScreenProps {
  readonly title: string;
  readonly intro?: ComponentChildren;
  /** Which of a step's screens it is, where the step has several. */
  readonly part?: { readonly at: number; readonly of: number } | undefined;
  /** The step whose reason is told on request. */
  readonly why?: EndUserStepType | undefined;
  /** Where back leads; absent where there is nothing before. */
  readonly onBack?: (() => void) | undefined;
  /** There are faults on the screen: the page's title says so. */
  readonly hasFaults?: boolean;
  readonly children?: ComponentChildren;
}

/** One screen: its heading takes the focus when it appears, so that a screen reader begins there. */
export function Screen({ title, intro, part, why, onBack, hasFaults = false, children }: ScreenProps) {
  const words = useTranslator();
  const { view } = useFlowState(useFlowStore());
  const heading = useRef<HTMLHeadingElement>(null);
  const share = part ? part.at / part.of : 0;
  useBack(onBack ?? null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(() => showShareOfStep(share), [share]);
  useEffect(() => {
    const name = view?.branding.name;
    const shown = hasFaults ? words.text('errorTitle', { title }) : title;
    document.title = name ? `${shown} – ${name}` : shown;
  }, [title, hasFaults, view, words]);
  return (
    <>
      {onBack && (
        <button type="button" class="back" onClick={onBack}>
          <Icon name="back" />
          {words.text('back')}
        </button>
      )}
      {part && part.of > 1 && (
        <p class="quiet">{words.text('partOf', { part: part.at + 1, parts: part.of })}</p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {unbroken(title)}
      </h1>
      {intro !== undefined && <div class="intro">{intro}</div>}
      {why && view && <Why type={why} branding={view.branding} />}
      {children}
    </>
  );
}

/** Words such as e-mail stay on one line: their first part alone reads as a slip. */
function unbroken(title: string): ComponentChildren {
  return title
    .split(/(\p{L}{1,2}-\p{L}+)/u)
    .map((part, index) => (index % 2 === 1 ? <span class="unbroken">{part}</span> : part));
}
