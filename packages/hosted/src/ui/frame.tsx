import type { Branding, FlowLanguage, FlowView } from '@gatehouse/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Connection } from '../flow/flow-client.ts';
import type { Notice as NoticeName } from '../flow/flow-store.ts';
import { languageCodes, languages } from '../messages/languages.ts';
import type { TextKey } from '../messages/table.ts';
import { useFlowState, useFlowStore, useTranslator } from './context.ts';
import { Icon } from './icon.tsx';
import { Notice, type NoticeTone } from './notice.tsx';

interface FrameProps {
  readonly branding: Branding | null;
  readonly view: FlowView | null;
  readonly language: FlowLanguage;
  readonly onLanguage: (language: FlowLanguage) => void;
  readonly children: ComponentChildren;
}

/** What stays around every screen: who asks, how far it is, the state of the connection, whom to ask. */
export function Frame({ branding, view, language, onLanguage, children }: FrameProps) {
  const words = useTranslator();
  return (
    <div class="page">
      <header>
        <div class="head">
          <div class="tenant">
            {branding?.logoUrl && <img src={branding.logoUrl} alt="" />}
            <span class="tenant-name" dir="auto">
              {branding?.name}
            </span>
          </div>
          {view?.state !== 'consent' && (
            <label class="language-menu">
              <span class="visually-hidden">{words.text('language')}</span>
              <select
                value={language}
                onChange={(event) => onLanguage(event.currentTarget.value as FlowLanguage)}
              >
                {languageCodes.map((code) => (
                  <option key={code} value={code} lang={code}>
                    {languages[code].name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        {view && <Progress view={view} />}
      </header>
      <ConnectionLine />
      <main class="content">
        <OpenedAgain />
        <NoticeLine />
        {children}
      </main>
      <footer class="foot">
        {/* Before the person agrees, it is named beside what is agreed to. */}
        {branding?.privacyUrl && view?.state !== 'consent' && (
          <a href={branding.privacyUrl} target="_blank" rel="noopener noreferrer">
            {words.text('privacy')}
          </a>
        )}
        {branding && <Help branding={branding} />}
      </footer>
    </div>
  );
}

function Help({ branding }: { readonly branding: Branding }) {
  const words = useTranslator();
  const { email, url } = branding.contact;
  const address = email ? `mailto:${email}` : url;
  return address ? (
    <a href={address} {...(!email && { target: '_blank', rel: 'noopener noreferrer' })}>
      {words.text('help', { name: branding.name })}
    </a>
  ) : null;
}

function Progress({ view }: { readonly view: FlowView }) {
  const words = useTranslator();
  const at = view.steps.findIndex(({ state }) => state === 'current');
  if (view.state !== 'step' || at < 0) return null;
  const text = words.text('stepOf', { step: at + 1, steps: view.steps.length });
  return (
    <div class="progress">
      <p>{text}</p>
      <div
        class="track"
        role="progressbar"
        aria-label={words.text('progress')}
        aria-valuemin={0}
        aria-valuemax={view.steps.length}
        aria-valuenow={view.steps.filter(({ state }) => state === 'done').length}
        aria-valuetext={text}
      >
        {view.steps.map(({ nodeId, state }) => (
          <span key={nodeId} class={`track-${state}`} />
        ))}
      </div>
    </div>
  );
}

const connectionTexts: Readonly<Record<Exclude<Connection, 'fine'>, TextKey>> = {
  lost: 'connectionLost',
  slowed: 'connectionSlowed',
};
const backShownMs = 4000;

function ConnectionLine() {
  const words = useTranslator();
  const { connection } = useFlowState(useFlowStore());
  const [isBack, setBack] = useState(false);
  const before = useRef(connection);
  useEffect(() => {
    const wasCut = before.current !== 'fine' && connection === 'fine';
    before.current = connection;
    setBack(wasCut);
    if (!wasCut) return;
    const timer = setTimeout(() => setBack(false), backShownMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status" class="connection">
      {connection !== 'fine' && <Notice tone="warning">{words.text(connectionTexts[connection])}</Notice>}
      {isBack && <Notice tone="good">{words.text('connectionBack')}</Notice>}
    </div>
  );
}

const noticeTexts: Readonly<Record<NoticeName, TextKey>> = {
  elsewhere: 'noticeElsewhere',
  notReopened: 'noticeNotReopened',
  failed: 'noticeFailed',
  tooLarge: 'noticeTooLarge',
  notTaken: 'noticeNotTaken',
  storageFull: 'noticeStorageFull',
};

function NoticeLine() {
  const words = useTranslator();
  const store = useFlowStore();
  const { notice, view } = useFlowState(store);
  return (
    <div role="status">
      {notice && (
        <Dismissable
          tone={notice === 'elsewhere' ? 'info' : 'warning'}
          onDismiss={() => store.dismissNotice()}
        >
          {words.text(noticeTexts[notice], { name: view?.branding.name ?? '' })}
        </Dismissable>
      )}
    </div>
  );
}

/** Somebody who got hold of the link does not go on unseen by the one it was sent to. */
function OpenedAgain() {
  const words = useTranslator();
  const store = useFlowStore();
  const { view, dead, readOpening } = useFlowState(store);
  const at = view?.newerSession?.at;
  return (
    <div role="status">
      {view && !dead && at !== undefined && at !== readOpening && (
        <Dismissable tone="info" onDismiss={() => store.dismissOpening()}>
          {words.text('noticeOpenedAgain', { date: words.instant(at), name: view.branding.name })}
        </Dismissable>
      )}
    </div>
  );
}

interface DismissableProps {
  readonly tone: NoticeTone;
  readonly onDismiss: () => void;
  readonly children: ComponentChildren;
}

function Dismissable({ tone, onDismiss, children }: DismissableProps) {
  const words = useTranslator();
  return (
    <div class="dismissable">
      <Notice tone={tone}>{children}</Notice>
      <button type="button" class="icon-button" aria-label={words.text('close')} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
