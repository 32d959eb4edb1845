import { createHash } from 'node:crypto';
import { escapeHtml } from '../lib/escape-html.ts';
import { type MailboxMessage, mailboxHours, mailboxSize } from './mailbox.ts';
import { rightToLeft } from './message-texts.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; }
.notice { border: 2px solid; border-radius: .5rem; padding: .5rem 1rem; }
article { border-top: 1px solid; margin-top: 1.5rem; }
pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap; }
h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
.code { font-size: 1.75rem; font-weight: 600; letter-spacing: .1em; }
`;

/** Nothing runs and nothing is loaded: one stylesheet, known by its hash. */
export const mailboxPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Where the mailbox is, and the query that each of its addresses needs. */
interface MailboxLocation {
  readonly path: string;
  /** Empty, or from the question mark on. */
  readonly query: string;
}

/** The mailbox as a page without script. */
export function renderMailbox(messages: readonly MailboxMessage[], place: MailboxLocation): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Development mailbox</title><style>${style}</style></head>
<body><main>
<h1>Development mailbox</h1>
<p class="notice"><strong>None of these messages was sent.</strong> No provider is set for their channel, so they are
kept here for ${mailboxHours} hour, the newest ${mailboxSize} of all tenants.</p>
<p><a href="${place.path}${place.query}">Look again</a></p>
${messages.length === 0 ? '<p>No messages.</p>' : messages.map((message) => article(message, place)).join('\n')}
</main></body>
</html>
`;
}

function article(message: MailboxMessage, { path, query }: MailboxLocation): string {
  const { messageId, tenantId, domain, channel, to, language, subject, text, html, content, keptAt } =
    message;
  const direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
  const time = new Date(keptAt).toISOString();
  return `<article>
<h2>${channel === 'sms' ? 'SMS' : 'Mail'} to ${escapeHtml(to)}</h2>
<p><time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time>, ${escapeHtml(tenantId)}/${escapeHtml(domain)}, language ${language}</p>
${content.kind === 'code' ? `<p>Code: <span class="code">${escapeHtml(content.code)}</span></p>` : `<p><a href="${escapeHtml(content.url)}">Follow the link</a></p>`}
${subject === null ? '' : `<p lang="${language}" dir="${direction}"><strong>${escapeHtml(subject)}</strong></p>\n`}<pre lang="${language}" dir="${direction}">${escapeHtml(text)}</pre>
${html === null ? '' : `<p><a href="${path}/${messageId}${query}">As HTML</a></p>\n`}</article>`;
}
