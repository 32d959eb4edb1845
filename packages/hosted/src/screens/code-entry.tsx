import type { CodeView } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import { withoutSeparators } from '../fields/digits.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { CodeField, type CodeStep, codeProblemText } from './code-field.tsx';

interface EntryProps {
  readonly step: CodeStep;
  readonly code: CodeView;
  readonly onOther: () => void;
}

/** The code that was sent, and another one after a while. */
export function Entry({ step, code, onOther }: EntryProps) {
  const words = useTranslator();
  const { codeProblem, faults } = useFlowState(useFlowStore());
  const { text, setText, isMissing, attempt, confirm, resend } = useCodeEntry(step);
  const seconds = useSecondsUntil(code.resendAt);
  const isFaulty = isMissing || codeProblem !== null || faults.length > 0;
  const message = codeProblem ? codeProblemText(words, codeProblem) : words.text('fault_required');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <p class="intro" role="status">
        {words.text('codeSentTo', { address: `\u2066${code.address}\u2069` })}
      </p>
      <ErrorSummary
        entries={isFaulty ? [{ controlId: 'code', label: words.text('codeLabel'), message }] : []}
        attempt={attempt}
      />
      <CodeField
        id="code"
        label={words.text('codeLabel')}
        hint={words.text('codeHint')}
        fault={isFaulty ? message : null}
        input={{
          class: 'input input-code',
          inputMode: 'numeric',
          autocomplete: 'one-time-code',
          maxLength: 12,
        }}
        value={text}
        onInput={setText}
      />
      <div class="actions">
        <MainButton>{words.text('codeConfirm')}</MainButton>
      </div>
      <div class="other-ways">
        {seconds > 0 ? (
          <p class="quiet">{words.counted('codeResendIn', seconds)}</p>
        ) : (
          <button type="button" class="text-button" onClick={() => void resend()}>
            {words.text('codeResend')}
          </button>
        )}
        <button type="button" class="text-button" onClick={onOther}>
          {words.text('codeOther')}
        </button>
      </div>
    </form>
  );
}

/** The code while it is typed, confirming it and sending another one. */
function useCodeEntry(step: CodeStep) {
  const store = useFlowStore();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  async function confirm() {
    const clean = withoutSeparators(text);
    setMissing(clean === '');
    setAttempt((last) => last + 1);
    if (clean === '') return;
    await store.submit({ code: clean });
    setAttempt((last) => last + 1);
  }
  async function resend() {
    const isPhone = step.type === 'phone-verification';
    const address = isPhone
      ? {
          ...(step.phoneCountry && { phoneCountry: step.phoneCountry }),
          ...(step.phoneNumber && { phoneNumber: step.phoneNumber }),
        }
      : { ...(step.email && { email: step.email }) };
    await store.sendCode(address);
    setText('');
  }
  return { text, setText, isMissing, attempt, confirm, resend };
}

/** Seconds that are left, counted down. */
function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
