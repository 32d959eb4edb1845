import { Code } from '@mantine/core';
import { text } from '../messages/text.ts';
import { factsOf, readableFacts } from './audit-facts.ts';

/** Details of an audit record beside who, what and when, in words; also as recorded. */
export function AuditDetail({ detail }: { readonly detail: Readonly<Record<string, unknown>> }) {
  const all = factsOf(detail);
  const facts = readableFacts(all);
  if (all.length === 0) return <span className="gh-dim">—</span>;
  return (
    <>
      <dl className="gh-record">
        {facts.map(({ name, was, is }) => (
          <div key={name}>
            <dt>{name}</dt>{' '}
            <dd>
              {was !== undefined && (
                <>
                  <span className="gh-was">{was}</span> →{' '}
                </>
              )}
              {is}
            </dd>
          </div>
        ))}
      </dl>
      <details className="gh-recorded">
        <summary>{text('audit.asRecorded')}</summary>
        <Code block>{JSON.stringify(detail, undefined, 2)}</Code>
      </details>
    </>
  );
}
