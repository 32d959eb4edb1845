import type { FlowStep } from '@gatehouse/contract';
import type { InputHTMLAttributes } from 'preact';
import type { FlowProblem } from '../flow/flow-client.ts';
import type { Translator } from '../messages/translator.ts';

export type CodeStep = Extract<FlowStep, { type: 'phone-verification' | 'email-verification' }>;

interface CodeFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | null;
  readonly fault: string | null;
  /** What the browser and the keyboard of a phone are to know. */
  readonly input: InputHTMLAttributes;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/** An address or a code, always written from left to right. */
export function CodeField({ id, label, hint, fault, input, value, onInput }: CodeFieldProps) {
  return (
    <div class={fault === null ? 'field' : 'field faulty'}>
      <label class="label" for={id}>
        {label}
      </label>
      {hint !== null && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {fault !== null && (
        <p class="fault" id={`${id}-error`}>
          {fault}
        </p>
      )}
      <input
        id={id}
        class="input"
        {...input}
        dir="ltr"
        aria-required
        aria-invalid={fault !== null}
        aria-describedby={fault !== null ? `${id}-error` : hint === null ? undefined : `${id}-hint`}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

/** Why a code was refused, or none can be sent. */
export function codeProblemText(words: Translator, problem: FlowProblem): string {
  if (problem.code === 'CODE_WRONG') return words.counted('codeWrong', problem.attemptsLeft ?? 0);
  if (problem.code === 'CODE_EXHAUSTED') {
    return words.counted('codeExhausted', Math.max(1, Math.ceil((problem.retryAfterSeconds ?? 60) / 60)));
  }
  return words.text('codeExpired');
}
