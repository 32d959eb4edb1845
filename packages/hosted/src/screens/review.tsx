import type { FlowStep, FlowView, ReviewSection } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import type { Translator } from '../messages/translator.ts';
import { useFlowState, useFlowStore, useTranslator } from '../ui/context.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { reviewValue } from './review-value.ts';
import { stepTitle } from './step-title.ts';
import { useStepBack } from './use-step-back.ts';

interface ReviewProps {
  readonly view: FlowView;
  readonly step: Extract<FlowStep, { type: 'review-and-submit' }>;
}

/** Everything that was given, with ways back to change it, and the agreement. */
export function Review({ view, step }: ReviewProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const [agreed, setAgreed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { faults } = useFlowState(store);
  const { version, text, sha256 } = step.consent;
  const isMissing = attempt > 0 && !agreed;
  const isOld = faults.some(({ field }) => field === 'consentVersion');
  useEffect(() => {
    if (isOld) void store.refresh().then(() => setAttempt(0));
  }, [isOld]);
  // Who agreed to one text has not agreed to another.
  useEffect(() => setAgreed(false), [version, sha256]);
  return (
    <Screen
      title={step.title ?? words.text('reviewTitle')}
      intro={<p>{words.text('reviewIntro')}</p>}
      onBack={useStepBack(view)}
      hasFaults={isMissing}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt(attempt + 1);
          if (agreed) void store.submit({ consentVersion: version, consentSha256: sha256, agreed });
        }}
      >
        <ErrorSummary
          attempt={attempt}
          entries={
            isMissing
              ? [
                  {
                    controlId: 'agree',
                    label: words.text('reviewAgree'),
                    message: words.text('fault_consentRequired'),
                  },
                ]
              : []
          }
        />
        {step.sections.map((section) => (
          <Section
            key={section.nodeId}
            section={section}
            title={stepTitle(
              words,
              view.steps.find(({ nodeId }) => nodeId === section.nodeId) ?? { ...section, title: null },
            )}
          />
        ))}
        <div class={isMissing ? 'consent-box faulty' : 'consent-box'}>
          {isOld && <Notice tone="warning">{words.text('reviewConsentChanged')}</Notice>}
          <p id="consent-text" lang={step.consent.language} dir="auto">
            {text}
          </p>
          <label class="option">
            <input
              id="agree"
              type="checkbox"
              checked={agreed}
              aria-required
              aria-invalid={isMissing}
              aria-describedby="consent-text"
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            <span>{words.text('reviewAgree')}</span>
          </label>
        </div>
        <div class="actions">
          <MainButton>{words.text('reviewSubmit')}</MainButton>
        </div>
      </form>
    </Screen>
  );
}

function Section({ section, title }: { readonly section: ReviewSection; readonly title: string }) {
  const words = useTranslator();
  const store = useFlowStore();
  return (
    <section class="review-section">
      <div class="card-head">
        <h2>{title}</h2>
        {section.canReopen && (
          <button
            type="button"
            class="text-button"
            aria-label={words.text('reviewEditStep', { what: title })}
            onClick={() => void store.reopen(section.nodeId)}
          >
            {words.text('edit')}
          </button>
        )}
      </div>
      {groupsOf(words, section).map(({ title: name, entries }) => (
        <div key={name}>
          {name !== '' && <h3>{name}</h3>}
          <dl>
            {entries.map((entry, index) => (
              <div key={`${entry.field} ${index}`}>
                <dt>
                  {section.type === 'documents'
                    ? words.document(entry.field, entry.label)
                    : words.field(entry)}
                </dt>
                <dd>
                  {/* What the pages put together reads as they do, what was typed in its own direction. */}
                  <bdi dir={entry.owner ? words.direction : 'auto'}>{reviewValue(words, entry)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

/** Entries side by side of one form, or of one entry of a repeated form. */
function groupsOf(words: Translator, { entries }: ReviewSection) {
  const groups: { title: string; entries: ReviewSection['entries'][number][] }[] = [];
  const isRepeated = new Set(entries.filter(({ item }) => (item ?? 0) > 0).map(({ form }) => form?.code));
  for (const entry of entries) {
    const form = entry.form ? words.form(entry.form) : '';
    const number =
      entry.form && isRepeated.has(entry.form.code)
        ? words.text('entryNumber', { number: (entry.item ?? 0) + 1 })
        : '';
    const title = [form, number].filter(Boolean).join(', ');
    if (groups.at(-1)?.title !== title) groups.push({ title, entries: [] });
    groups.at(-1)!.entries.push(entry);
  }
  return groups;
}
