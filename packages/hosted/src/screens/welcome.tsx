import type { EndUserStepType, FlowLanguage, FlowView } from '@gatehouse/contract';
import { languageCodes, languages } from '../messages/languages.ts';
import { useFlowStore, useTranslator } from '../ui/context.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { MainButton } from '../ui/main-button.tsx';
import { Screen } from '../ui/screen.tsx';
import { stepTitle } from './step-title.ts';

/** About how long each step takes a person, in minutes. */
const minutes: Readonly<Record<EndUserStepType, number>> = {
  particulars: 1.5,
  'required-forms': 1.5,
  documents: 2,
  'phone-verification': 0.5,
  'email-verification': 0.5,
  'ownership-structure': 3,
  'review-and-submit': 0.5,
};

const stepIcons: Readonly<Record<EndUserStepType, IconName>> = {
  particulars: 'person',
  'required-forms': 'list',
  documents: 'file',
  'phone-verification': 'phone',
  'email-verification': 'mail',
  'ownership-structure': 'company',
  'review-and-submit': 'check',
};

interface WelcomeProps {
  readonly view: FlowView;
  readonly language: FlowLanguage;
  readonly onLanguage: (language: FlowLanguage) => void;
}

/** Who asks, for what, how long it takes, and in which language; nothing begins before the person agrees. */
export function Welcome({ view, language, onLanguage }: WelcomeProps) {
  const words = useTranslator();
  const store = useFlowStore();
  const { branding, steps } = view;
  const isCompany = view.eventType === 'KYB_EVENT';
  const sum = steps.reduce((total, { type }) => total + minutes[type], 0);
  return (
    <Screen
      title={words.text(isCompany ? 'greetingCompany' : 'greetingPerson')}
      intro={<p>{words.text('greetingIntro', { name: branding.name })}</p>}
    >
      <fieldset class="languages">
        <legend class="label">{words.text('language')}</legend>
        <div class="language-choices">
          {languageCodes.map((code) => (
            <label key={code} class="language" lang={code}>
              <input
                type="radio"
                name="language"
                checked={code === language}
                onChange={() => onLanguage(code)}
              />
              <span>{languages[code].name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <h2>{words.text('greetingWhat')}</h2>
      <ul class="asked">
        {steps.map((step) => (
          <li key={step.nodeId}>
            <Icon name={isCompany && step.type === 'particulars' ? 'company' : stepIcons[step.type]} />
            {stepTitle(words, step)}
          </li>
        ))}
      </ul>
      <p class="aside">
        <Icon name="clock" />
        <span>{words.counted('greetingMinutes', Math.max(1, Math.ceil(sum)))}</span>
      </p>
      <p class="aside">
        <Icon name="info" />
        <span>
          {words.text('greetingSaved')} {words.text('greetingUntil', { date: words.instant(view.expiresAt) })}
        </span>
      </p>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          void store.begin(language);
        }}
      >
        <p class="consent">
          {words.text('greetingConsent', { name: branding.name })}
          {branding.privacyUrl && (
            <>
              {' '}
              <a href={branding.privacyUrl} target="_blank" rel="noopener noreferrer">
                {words.text('privacy')}
              </a>
            </>
          )}
        </p>
        <MainButton>{words.text('greetingBegin')}</MainButton>
      </form>
    </Screen>
  );
}
