import type { Branding, FlowProblemCode } from '@gatehouse/contract';
import type { TextKey } from '../messages/table.ts';
import { useTranslator } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';

export function Done({ branding }: { readonly branding: Branding }) {
  const words = useTranslator();
  return (
    <Closing sign="good" title={words.text('doneTitle')}>
      <p>{words.text('doneText', { name: branding.name })}</p>
      {branding.returnUrl === null ? <p>{words.text('doneClose')}</p> : <Return {...branding} />}
    </Closing>
  );
}

export function Ended({ branding }: { readonly branding: Branding }) {
  const words = useTranslator();
  return (
    <Closing sign="over" title={words.text('endedTitle')}>
      <p>{words.text('endedText', { name: branding.name })}</p>
      <Contact branding={branding} />
      {branding.returnUrl !== null && <Return {...branding} />}
    </Closing>
  );
}

/** On to the tenant's own pages; out of a frame that they show this page in. */
function Return({ name, returnUrl }: Branding) {
  const words = useTranslator();
  return (
    <div class="actions">
      <a class="main-button" href={returnUrl!} target="_top" rel="noreferrer">
        {words.text('doneReturn', { name })}
      </a>
    </div>
  );
}

const deadTexts: Partial<Record<FlowProblemCode, readonly [title: TextKey, text: TextKey]>> = {
  LINK_EXPIRED: ['deadExpiredTitle', 'deadExpired'],
  LINK_SUPERSEDED: ['deadSupersededTitle', 'deadSuperseded'],
  LINK_SPENT: ['deadSpentTitle', 'deadSpent'],
};

/** A link that opens nothing: why, as far as that is safe to say, and whom to ask. */
export function DeadLink({
  code,
  branding,
}: {
  readonly code: FlowProblemCode;
  readonly branding: Branding | null;
}) {
  const words = useTranslator();
  const [title, text] = deadTexts[code] ?? ['deadUnknownTitle', 'deadUnknown'];
  return (
    <Closing sign={code === 'LINK_SPENT' ? 'good' : 'over'} title={words.text(title)}>
      <p>{words.text(text, { name: branding?.name ?? words.text('deadSender') })}</p>
      {branding && <Contact branding={branding} />}
    </Closing>
  );
}

/** The service failed to open the link, which may be as good as before. */
export function Unopened({ onAgain }: { readonly onAgain: () => void }) {
  const words = useTranslator();
  return (
    <Closing sign="over" title={words.text('unopenedTitle')}>
      <p>{words.text('noticeFailed')}</p>
      <div class="actions">
        <button type="button" class="main-button" onClick={onAgain}>
          {words.text('tryAgain')}
        </button>
      </div>
    </Closing>
  );
}

interface ClosingProps {
  readonly sign: 'good' | 'over';
  readonly title: string;
  readonly children: preact.ComponentChildren;
}

function Closing({ sign, title, children }: ClosingProps) {
  return (
    <div class="closing">
      <div class={`closing-sign closing-${sign}`}>
        <Icon name={sign === 'good' ? 'check' : 'info'} />
      </div>
      <Screen title={title}>{children}</Screen>
    </div>
  );
}

function Contact({ branding }: { readonly branding: Branding }) {
  const words = useTranslator();
  const { email, url } = branding.contact;
  if (!email && !url) return null;
  return (
    <p class="contact">
      {words.text('contactBy')}:{' '}
      {email && (
        <a href={`mailto:${email}`} dir="ltr">
          {email}
        </a>
      )}
      {email && url && ' · '}
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
          {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
        </a>
      )}
    </p>
  );
}
