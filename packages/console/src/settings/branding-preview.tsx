import { formatColour, parseColour, readableOn, textOn } from '@gatehouse/contract/colours';
import { Text, Title } from '@mantine/core';
import type { CSSProperties } from 'react';
import { text } from '../messages/text.ts';
import type { BrandingDraft } from './branding-draft.ts';

/** Grounds of the hosted pages: that on which the colour is hardest to read, and that of the screen itself. */
export const grounds = {
  light: { page: '#eef1f5', surface: '#ffffff' },
  dark: { page: '#232b36', surface: '#1a212a' },
} as const;

/** The first screen of the hosted pages in outline, on light and on dark ground. */
export function BrandingPreview(props: { readonly draft: BrandingDraft; readonly tenantName: string }) {
  return (
    <section className="gh-panel gh-form" aria-label={text('settings.firstScreen')}>
      <Title order={2} size="h5">
        {text('settings.firstScreenTitle')}
      </Title>
      <Text size="xs" className="gh-dim" mb="sm">
        {text('settings.firstScreenWords')}
      </Text>
      <div className="gh-previews">
        <Screen {...props} scheme="light" />
        <Screen {...props} scheme="dark" />
      </div>
    </section>
  );
}

function Screen({
  draft,
  tenantName,
  scheme,
}: {
  readonly draft: BrandingDraft;
  readonly tenantName: string;
  readonly scheme: 'light' | 'dark';
}) {
  const name = draft.name.trim() === '' ? tenantName : draft.name.trim();
  const colour = parseColour(draft.primaryColour) ?? parseColour('#1d4f91')!;
  const style = {
    '--tenant': formatColour(colour),
    '--tenant-text': formatColour(textOn(colour)),
    '--tenant-readable': formatColour(readableOn(parseColour(grounds[scheme].page)!, colour)),
  } as CSSProperties;
  const hasPrivacy = draft.privacyUrl.trim() !== '';
  const hasContact = draft.email.trim() + draft.url.trim() !== '';
  return (
    <figure className="gh-preview" data-scheme={scheme} style={style}>
      <div className="gh-preview-head">
        {draft.logo !== '' && <img src={draft.logo} alt="" />}
        <strong>{name}</strong>
      </div>
      <div className="gh-preview-screen">
        <p className="gh-preview-title">{text('settings.previewTitle')}</p>
        <p>{text('settings.previewAsks', { name })}</p>
        <p className="gh-preview-choices">
          <span data-chosen translate="no">
            English
          </span>
          <span translate="no">Deutsch</span>
        </p>
        <p>
          {text('settings.previewProcesses', { name })}{' '}
          {hasPrivacy && <u>{text('settings.privacyNotice')}</u>}
        </p>
        <p className="gh-preview-button">{text('settings.previewAgree')}</p>
      </div>
      <p className="gh-preview-foot">
        {hasPrivacy && <u>{text('settings.privacyNotice')}</u>}
        {hasContact && <u>{text('settings.previewQuestions', { name })}</u>}
      </p>
      <figcaption>{text(`settings.scheme-${scheme}`)}</figcaption>
    </figure>
  );
}
