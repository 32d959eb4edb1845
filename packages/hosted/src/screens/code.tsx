import type { FlowView } from '@gatehouse/contract';
import { useState } from 'preact/hooks';
import { useFlowStore, useTranslator } from '../ui/context.ts';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Address } from './code-address.tsx';
import { Entry } from './code-entry.tsx';
import type { CodeStep } from './code-field.tsx';
import { useStepBack } from './use-step-back.ts';

interface CodeProps {
  readonly view: FlowView;
  readonly step: CodeStep;
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
      why={step.type}
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
      <div class="other-ways">
        <button type="button" class="text-button" onClick={onOther}>
          {words.text('codeOther')}
        </button>
      </div>
      <div class="actions">
        <MainButton>{words.text('continue')}</MainButton>
      </div>
    </form>
  );
}
