import { Code } from '@mantine/core';
import { Fragment } from 'react';
import { text } from '../messages/text.ts';
import { factsOf } from './audit-facts.ts';

/** Details of an audit record beside who, what and when, in words; also as recorded. */
export function AuditDetail({ detail }: { readonly detail: Readonly<Record<string, unknown>> }) {
  const facts = factsOf(detail);
  if (facts.length === 0) return <span className="gh-dim">—</span>;
  return (
    <>
      <dl className="gh-facts gh-record">
        {facts.map(({ name, was, is }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {was !== undefined && (
                <>
                  <span className="gh-was">{was}</span> →{' '}
                </>
              )}
              {is}
            </dd>
          </Fragment>
        ))}
      </dl>
      <details className="gh-recorded">
        <summary>{text('audit.asRecorded')}</summary>
        <Code block>{JSON.stringify(detail, undefined, 2)}</Code>
      </details>
    </>
  );
}
