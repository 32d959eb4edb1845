import { createHash } from 'node:crypto';
import type { Branding, FlowLanguage } from '@gatehouse/contract';
import { chooseLanguage } from './choose-language.ts';
import { type NoticeKind, noticeTexts } from './notice-texts.ts';

const statuses: Readonly<Record<NoticeKind, number>> = {
  unknown: 404,
  missing: 404,
  expired: 410,
  superseded: 410,
  spent: 410,
  tooMany: 429,
  unavailable: 503,
};

const style = `
:root{color-scheme:light dark;--text:#161b26;--soft:#566072;--back:#fff;--line:#e3e7ee}
@media (prefers-color-scheme:dark){:root{--text:#e6e9ef;--soft:#a3adbd;--back:#191d24;--line:#2b313b}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.55 system-ui,sans-serif}
header,main{max-width:34rem;margin:0 auto;padding:1.25rem}
header{border-bottom:1px solid var(--line);font-weight:600;overflow-wrap:anywhere}
header img{max-height:2.5rem;max-width:12rem;vertical-align:middle}
h1{font-size:1.5rem;font-weight:600;line-height:1.25;margin:1.5rem 0 .5rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
a{color:inherit}
.soft{color:var(--soft)}`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** The page in the person's language. */
export function noticePage(
  kind: NoticeKind,
  {
    accept,
    branding,
    frameAncestors = [],
  }: {
    readonly accept: string | undefined;
    readonly branding: Branding | undefined;
    /** Origins that may frame it: where the page itself stood in a frame, its end does too. */
    readonly frameAncestors?: readonly string[];
  },
): { readonly status: number; readonly html: string; readonly policy: string } {
  const language = chooseLanguage(accept);
  const words = noticeTexts[language];
  const { title, text } = words[kind];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const asks = kind === 'expired' || kind === 'superseded' || kind === 'unknown';
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${branding ? headerOf(branding) : ''}<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>
${asks || branding ? `<p class="soft">${contactOf(branding, words, asks)}</p>` : ''}</main></body></html>
`;
  const ancestors = `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`;
  const policy = `default-src 'none'; style-src ${styleHash}; img-src 'self'; base-uri 'none'; form-action 'none'; ${ancestors}`;
  return { status: statuses[kind], html, policy };
}

function headerOf({ name, logoUrl }: Branding): string {
  return logoUrl === null
    ? `<header>${escaped(name)}</header>`
    : `<header><img src="${escaped(logoUrl)}" alt="${escaped(name)}"></header>`;
}

/** Whom to ask: the tenant where it is known and says so, else whoever sent the link. */
function contactOf(
  branding: Branding | undefined,
  words: (typeof noticeTexts)[FlowLanguage],
  needsLink: boolean,
): string {
  const { email = null, url = null } = branding?.contact ?? {};
  const places = [
    ...(email === null
      ? []
      : [`<a href="mailto:${escaped(encodeURI(email))}"><bdi>${escaped(email)}</bdi></a>`]),
    ...(url === null ? [] : [`<a href="${escaped(url)}" rel="noreferrer"><bdi>${escaped(url)}</bdi></a>`]),
  ];
  if (places.length === 0) return escaped(words.askSender);
  // Each on a line of its own: a sign between them would hang at the end of one.
  return [escaped(needsLink ? words.ask : words.askOnly), ...places].join('<br>');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
