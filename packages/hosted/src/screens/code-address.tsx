import { useEffect, useState } from 'preact/hooks';
import { loadChoices } from '../fields/choice-source.ts';
import { Combobox } from '../fields/combobox.tsx';
import { withoutSeparators } from '../fields/digits.ts';
import { phoneFaultKey } from '../fields/fault-text.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { inputType } from '../ui/input-type.ts';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CodeField, type CodeStep, codeProblemText } from './code-field.tsx';

/** Where a code is sent: a phone number with its country, or an e-mail address. */
export function Address({ step, onSent }: { readonly step: CodeStep; readonly onSent: () => void }) {
  const words = useTranslator();
  const { faults, codeProblem } = useFlowState(useFlowStore());
  const isPhone = step.type === 'phone-verification';
  const { country, setCountry, address, setAddress, missing, attempt, send } = useAddress(step, onSent);
  const id = isPhone ? 'phone-number' : 'email-address';
  const isMissing = missing.includes('address');
  const lacksCountry = missing.includes('country');
  const label = words.text(isPhone ? 'phoneNumber' : 'emailAddress');
  const wrong = isPhone ? phoneFaultKey(faults[0]?.params['reason']) : 'fault_type_email';
  const fault = isMissing || faults.length > 0 ? words.text(isMissing ? 'fault_required' : wrong) : null;
  const needsChoice = words.text('fault_required_choice');
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
          ...(fault === null ? [] : [{ controlId: id, label, message: fault }]),
        ]}
        attempt={attempt}
      />
      {step.code?.undeliverable === true && !codeProblem && (
        <Notice tone="error">{words.text('codeUndeliverable')}</Notice>
      )}
      {codeProblem && <Notice tone="error">{codeProblemText(words, codeProblem)}</Notice>}
      {isPhone && (
        <PhoneCountry country={country} fault={lacksCountry ? needsChoice : null} onChange={setCountry} />
      )}
      <CodeField
        id={id}
        label={label}
        hint={isPhone ? words.text('phoneHint') : null}
        fault={fault}
        input={{ ...inputType(isPhone ? 'tel' : 'email'), autocomplete: isPhone ? 'tel-national' : 'email' }}
        value={address}
        onInput={setAddress}
      />
      <div class="actions">
        <MainButton>{words.text('sendCode')}</MainButton>
      </div>
    </form>
  );
}

/** The address while it is typed, and sending a code to it. */
function useAddress(step: CodeStep, onSent: () => void) {
  const store = useFlowStore();
  const isPhone = step.type === 'phone-verification';
  const [country, setCountry] = useState(isPhone ? step.phoneCountry : null);
  const [address, setAddress] = useState((isPhone ? step.phoneNumber : step.email) ?? '');
  const [missing, setMissing] = useState<readonly ('country' | 'address')[]>([]);
  const [attempt, setAttempt] = useState(0);
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
  return { country, setCountry, address, setAddress, missing, attempt, send };
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
