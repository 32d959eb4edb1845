import type { CodeView, FlowStep, FlowView } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import { loadChoices } from '../fields/choice-source.ts';
import { Combobox } from '../fields/combobox.tsx';
import { withoutSeparators } from '../fields/digits.ts';
import { phoneFaultKey } from '../fields/fault-text.ts';
import type { FlowProblem } from '../flow/flow-client.ts';
import type { Translator } from '../messages/words.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { inputType } from '../ui/input-type.ts';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useStepBack } from './use-step-back.ts';

interface CodeProps {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'phone-verification' | 'email-verification' }>;
}

/** A phone number or an e-mail address, then the code that was sent to it. */
export function Code({ view, step }: CodeProps) {
  const words = useTranslator();
  const [asksAnew, setAsksAnew] = useState(false);
  const stepBack = useStepBack(view);
  const asksForAddress = step.code === null || step.code.undeliverable === true || asksAnew;
  const proved = asksAnew ? null : step.proved;
  return (
    <Screen
      title={step.title ?? words.text(step.type === 'phone-verification' ? 'phoneTitle' : 'emailTitle')}
      onBack={asksAnew ? () => setAsksAnew(false) : stepBack}
    >
      {proved !== null ? (
        <Proved address={proved} onOther={() => setAsksAnew(true)} />
      ) : asksForAddress ? (
        <Address step={step} onSent={() => setAsksAnew(false)} />
      ) : (
        <Entry step={step} code={step.code!} onOther={() => setAsksAnew(true)} />
      )}
    </Screen>
  );
}

/** The address was proved before and has not changed since. */
function Proved({ address, onOther }: { readonly address: string; readonly onOther: () => void }) {
  const words = useTranslator();
  const store = useFlowStore();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit({});
      }}
    >
      <Notice tone="good">{words.text('codeProved', { address: `\u2066${address}\u2069` })}</Notice>
      <div class="actions">
        <MainButton>{words.text('continue')}</MainButton>
        <button type="button" class="text-button" onClick={onOther}>
          {words.text('codeOther')}
        </button>
      </div>
    </form>
  );
}

function Address({ step, onSent }: { readonly step: CodeProps['step']; readonly onSent: () => void }) {
  const words = useTranslator();
  const store = useFlowStore();
  const { faults, codeProblem } = useFlowState(store);
  const isPhone = step.type === 'phone-verification';
  const [country, setCountry] = useState(isPhone ? step.phoneCountry : null);
  const [address, setAddress] = useState((isPhone ? step.phoneNumber : step.email) ?? '');
  const [missing, setMissing] = useState<readonly ('country' | 'address')[]>([]);
  const [attempt, setAttempt] = useState(0);
  const id = isPhone ? 'phone-number' : 'email-address';
  const isUndeliverable = step.code?.undeliverable === true;
  const isMissing = missing.includes('address');
  const lacksCountry = missing.includes('country');
  const isFaulty = isMissing || faults.length > 0;
  const label = words.text(isPhone ? 'phoneNumber' : 'emailAddress');
  const wrong = isPhone ? phoneFaultKey(faults[0]?.params['reason']) : 'fault_type_email';
  const message = words.text(isMissing ? 'fault_required' : wrong);
  const needsChoice = words.text('fault_required_choice');
  async function send() {
    const clean = isPhone ? withoutSeparators(address) : address.trim();
    const lacking = [
      ...(isPhone && country === null ? ['country' as const] : []),
      ...(clean === '' ? ['address' as const] : []),
    ];
    store.dismissFaults();
    setMissing(lacking);
    setAttempt((last) => last + 1);
    if (lacking.length > 0) return;
    const taken = await store.sendCode(
      isPhone ? { phoneCountry: country, phoneNumber: clean } : { email: clean },
    );
    if (taken) onSent();
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="intro">{words.text(isPhone ? 'phoneIntro' : 'emailIntro')}</p>
      <ErrorSummary
        entries={[
          ...(lacksCountry
            ? [{ controlId: 'phone-country', label: words.text('phoneCountry'), message: needsChoice }]
            : []),
          ...(isFaulty ? [{ controlId: id, label, message }] : []),
        ]}
        attempt={attempt}
      />
      {isUndeliverable && !codeProblem && <Notice tone="error">{words.text('codeUndeliverable')}</Notice>}
      {codeProblem && <Notice tone="error">{codeProblemText(words, codeProblem)}</Notice>}
      {isPhone && (
        <PhoneCountry country={country} fault={lacksCountry ? needsChoice : null} onChange={setCountry} />
      )}
      <div class={isFaulty ? 'field faulty' : 'field'}>
        <label class="label" for={id}>
          {label}
        </label>
        {isPhone && (
          <div class="hint" id={`${id}-hint`}>
            {words.text('phoneHint')}
          </div>
        )}
        {isFaulty && (
          <p class="fault" id={`${id}-error`}>
            {message}
          </p>
        )}
        <input
          id={id}
          class="input"
          {...inputType(isPhone ? 'tel' : 'email')}
          dir="ltr"
          autocomplete={isPhone ? 'tel-national' : 'email'}
          aria-required
          aria-invalid={isFaulty}
          aria-describedby={isFaulty ? `${id}-error` : isPhone ? `${id}-hint` : undefined}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
      </div>
      <div class="actions">
        <MainButton>{words.text('sendCode')}</MainButton>
      </div>
    </form>
  );
}

function PhoneCountry({
  country,
  fault,
  onChange,
}: {
  readonly country: string | null;
  readonly fault: string | null;
  readonly onChange: (code: string | null) => void;
}) {
  const words = useTranslator();
  const { client } = useFlowStore();
  const [dialCode, setDialCode] = useState('');
  useEffect(() => {
    void loadChoices(client, 'platform_phone_code').then((choices) => {
      setDialCode(choices.find(({ code }) => code === country)?.detail ?? '');
    });
  }, [client, country]);
  const shown = country === null ? '' : words.country(country) + (dialCode && ` (\u2066${dialCode}\u2069)`);
  return (
    <div class={fault === null ? 'field' : 'field faulty'}>
      <label class="label" for="phone-country">
        {words.text('phoneCountry')}
      </label>
      {fault !== null && (
        <p class="fault" id="phone-country-error">
          {fault}
        </p>
      )}
      <Combobox
        id="phone-country"
        choices={null}
        choicesKey="platform_phone_code"
        list="platform_phone_code"
        shown={shown}
        isFaulty={fault !== null}
        describedBy={fault === null ? undefined : 'phone-country-error'}
        isRequired
        onChoose={({ code }) => onChange(code)}
        onClear={() => onChange(null)}
      />
    </div>
  );
}

interface EntryProps {
  readonly step: CodeProps['step'];
  readonly code: CodeView;
  readonly onOther: () => void;
}

function Entry({ step, code, onOther }: EntryProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { codeProblem, faults } = useFlowState(store);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const seconds = useSecondsUntil(code.resendAt);
  const isFaulty = isMissing || codeProblem !== null || faults.length > 0;
  const message = codeProblem ? codeProblemText(words, codeProblem) : words.text('fault_required');
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
      <div class={isFaulty ? 'field faulty' : 'field'}>
        <label class="label" for="code">
          {words.text('codeLabel')}
        </label>
        <div class="hint" id="code-hint">
          {words.text('codeHint')}
        </div>
        {isFaulty && (
          <p class="fault" id="code-error">
            {message}
          </p>
        )}
        <input
          id="code"
          class="input input-code"
          inputMode="numeric"
          autocomplete="one-time-code"
          dir="ltr"
          maxLength={12}
          aria-required
          aria-invalid={isFaulty}
          aria-describedby={isFaulty ? 'code-error' : 'code-hint'}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div class="actions">
        <MainButton>{words.text('codeConfirm')}</MainButton>
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

function codeProblemText(words: Translator, problem: FlowProblem): string {
  if (problem.code === 'CODE_WRONG') return words.counted('codeWrong', problem.attemptsLeft ?? 0);
  if (problem.code === 'CODE_EXHAUSTED') {
    return words.counted('codeExhausted', Math.max(1, Math.ceil((problem.retryAfterSeconds ?? 60) / 60)));
  }
  return words.text('codeExpired');
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
