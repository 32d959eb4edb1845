import { CopyButton } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { text } from '../messages/text.ts';
import { Icon } from './icon.tsx';

/** An ID within a line, which a press copies. */
export function InlineId({ id }: { readonly id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <button
          type="button"
          className="gh-id"
          onClick={copy}
          aria-label={copied ? text('terms.copied') : text('terms.copyId', { id })}
          title={copied ? text('terms.copied') : text('terms.copyId', { id })}
        >
          <code dir="ltr">{id}</code>
          <Icon of={copied ? Check : Copy} className="gh-unprinted" />
        </button>
      )}
    </CopyButton>
  );
}
