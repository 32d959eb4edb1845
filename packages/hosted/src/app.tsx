import type { FlowLanguage, FlowView } from '@gatehouse/contract';
import { useEffect, useState } from 'preact/hooks';
import type { FlowStore } from './flow/flow-store.ts';
import { chooseLanguage, loadMessages } from './messages/languages.ts';
import type { Translator } from './messages/translator.ts';
import { DeadLink, Done, Ended, Unopened } from './screens/end-screens.tsx';
import { Processing } from './screens/processing.tsx';
import { Step } from './screens/step.tsx';
import { Welcome } from './screens/welcome.tsx';
import { StoreContext, TranslatorContext, useFlowState } from './ui/context.ts';
import { Frame } from './ui/frame.tsx';
import { applyTenantColour } from './ui/theme.ts';

const retryTextsMs = 2000;

/** Shows the current step of the flow, in the person's language and the tenant's colour. */
export function App({ store }: { readonly store: FlowStore }) {
  const { view, dead, unopened } = useFlowState(store);
  const [chosen, setChosen] = useState<FlowLanguage | null>(null);
  const language = chosen ?? view?.language ?? chooseLanguage(navigator.languages);
  const words = useLoadedMessages(language)?.speakingTo(
    view?.eventType === 'KYB_EVENT' ? 'company' : 'person',
  );
  const branding = view?.branding ?? dead?.branding ?? null;

  useEffect(() => applyTenantColour(branding?.primaryColour ?? null), [branding?.primaryColour]);
  useEffect(() => {
    if (!words) return;
    document.documentElement.lang = words.language;
    document.documentElement.dir = words.direction;
  }, [words]);
  useEffect(() => {
    // Another tab or device may have gone on while nobody looked at this one.
    const onVisible = () => {
      const { view: shown, busy } = store.state;
      if (document.visibilityState === 'visible' && shown && !busy) void store.refresh({ tellsChange: true });
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [store]);

  if (!words) return null;
  return (
    <StoreContext.Provider value={store}>
      <TranslatorContext.Provider value={words}>
        <Frame
          branding={branding}
          view={view}
          language={language}
          onLanguage={(next) => {
            setChosen(next);
            void store.setLanguage(next);
          }}
        >
          {dead ? (
            <DeadLink {...dead} />
          ) : view ? (
            <Status view={view} language={language} onLanguage={setChosen} />
          ) : unopened ? (
            <Unopened onAgain={() => void store.open()} />
          ) : (
            <p class="loading" role="status">
              <span class="big-spinner" aria-hidden="true" />
              {words.text('loading')}
            </p>
          )}
        </Frame>
      </TranslatorContext.Provider>
    </StoreContext.Provider>
  );
}

interface StatusProps {
  readonly view: FlowView;
  readonly language: FlowLanguage;
  readonly onLanguage: (language: FlowLanguage) => void;
}

function Status({ view, language, onLanguage }: StatusProps) {
  switch (view.state) {
    case 'consent':
      return <Welcome view={view} language={language} onLanguage={onLanguage} />;
    case 'step':
      return view.nextStep && <Step key={view.nextStep.callbackKey} view={view} step={view.nextStep} />;
    case 'working':
      return <Processing />;
    case 'done':
      return <Done branding={view.branding} />;
    case 'ended':
      return <Ended branding={view.branding} />;
  }
}

function useLoadedMessages(language: FlowLanguage): Translator | undefined {
  const [words, setWords] = useState<Translator>();
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      loadMessages(language, navigator.languages).then(
        (loaded) => {
          if (isCurrent) setWords(loaded);
        },
        () => {
          // The line was cut while the texts came.
          if (isCurrent) timer = setTimeout(() => void load(), retryTextsMs);
        },
      );
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [language]);
  return words;
}
