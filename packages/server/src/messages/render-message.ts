import { type FlowLanguage, flowLanguages } from '@gatehouse/contract';
import { escapeHtml } from '../lib/escape-html.ts';
import type { MessageContent, MessageLabels, RenderedMessage } from './message-content.ts';
import { messageTexts, rightToLeft } from './message-texts.ts';

/** The language of ours for a BCP 47 tag, such as `de` for `de-AT`; English for those that there are no texts in. */
export function messageLanguage(tag: string): FlowLanguage {
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return flowLanguages.find((language) => language === primary) ?? 'en';
}

/** Puts a message into words. What comes from outside the table is escaped where the form asks for it. */
export function renderMessage({ content, language, name }: MessageLabels): RenderedMessage {
  const texts = messageTexts[content.kind][language];
  const values = {
    name: oneLine(name),
    ...(content.kind === 'code' ? { code: content.code } : { url: content.url }),
    validity: duration(language, content.validMinutes),
  };
  const shown = content.kind === 'code' ? content.code : content.url;
  const words = (text: string) => fill(text, values);
  const subject = words(texts.subject);
  const opening = words(texts.opening);
  const closing = texts.closing.map(words);
  return {
    subject,
    text: `${[opening, shown, ...closing].join('\n\n')}\n\n${values.name}\n`,
    html: page({ language, subject, name: values.name, opening, emphasised: emphasise(content), closing }),
    // A no-break space would double what a message in a Western language costs: networks have no letter for it.
    sms: words(texts.sms).replaceAll(/[\u00a0\u202f]/g, ' '),
  };
}

/** What a message is about, as HTML: a code to be read, or a link to be followed. */
function emphasise(content: MessageContent): string {
  if (content.kind !== 'code') {
    const address = escapeHtml(content.url);
    return `<p style="overflow-wrap:anywhere"><bdi dir="ltr"><a href="${address}">${address}</a></bdi></p>`;
  }
  return `<p style="font-size:2rem;font-weight:600;letter-spacing:.15em"><bdi dir="ltr">${escapeHtml(content.code)}</bdi></p>`;
}

/** `10 minutes` or `7 days`, in the language's words and with digits that every phone shows alike. */
function duration(language: FlowLanguage, minutes: number): string {
  const isDays = minutes >= 24 * 60;
  const words = { style: 'unit', unit: isDays ? 'day' : 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(`${language}-u-nu-latn`, words).format(isDays ? minutes / (24 * 60) : minutes);
}

/** A function as the replacement: a value with a `$` in it means nothing. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Neither line breaks nor marks that turn the reading direction of what follows. */
function oneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

interface PageParts {
  readonly language: FlowLanguage;
  readonly subject: string;
  readonly name: string;
  readonly opening: string;
  /** HTML. */
  readonly emphasised: string;
  readonly closing: readonly string[];
}

/** HTML that asks no server for anything and reads well without its styles. */
function page({ language, subject, name, opening, emphasised, closing }: PageParts): string {
  const direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0 auto;max-width:32rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif">
<p style="font-weight:600">${escapeHtml(name)}</p>
<p>${escapeHtml(opening)}</p>
${emphasised}
${closing.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
</body>
</html>
`;
}
