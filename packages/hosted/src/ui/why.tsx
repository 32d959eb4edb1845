import type { Branding, EndUserStepType } from '@gatehouse/contract';
import { useTranslator } from './context.ts';

/**
 * What a step is for, for those who ask. How long the tenant keeps what is entered is not known here: its own privacy
 * notice is linked, where it has one.
 */
export function Why({ type, branding }: { readonly type: EndUserStepType; readonly branding: Branding }) {
  const words = useTranslator();
  if (type === 'review-and-submit') return null;
  return (
    <details class="why">
      <summary>{words.text('whyAsked')}</summary>
      <p>{words.text(`why_${type}`, { name: branding.name })}</p>
      {branding.privacyUrl && (
        <p>
          <a href={branding.privacyUrl} target="_blank" rel="noopener noreferrer">
            {words.text('privacy')}
          </a>
        </p>
      )}
    </details>
  );
}
