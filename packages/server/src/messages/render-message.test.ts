import { flowLanguages } from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskAddress } from './mask-address.ts';
import type { MessageLabels } from './message-content.ts';
import { messageTexts } from './message-texts.ts';
import { messageLanguage, renderMessage } from './render-message.ts';

const words = (over: Partial<MessageLabels> = {}): MessageLabels => ({
  content: { kind: 'code', code: '012345', validMinutes: 10 },
  language: 'en',
  name: 'Acme Pay',
  ...over,
});

describe('the table of texts', () => {
  const rows = Object.entries(messageTexts).flatMap(([kind, languages]) =>
    Object.entries(languages).map(([language, texts]) => ({ kind, language, texts })),
  );

  it('has every kind in every language of the hosted pages', () => {
    for (const languages of Object.values(messageTexts)) {
      expect(Object.keys(languages).toSorted()).toEqual([...flowLanguages].toSorted());
    }
  });

  it.each(rows)('says the same things of $kind in $language as in English', ({ kind, texts }) => {
    const english = messageTexts[kind as keyof typeof messageTexts].en;
    const named = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
    expect(named(texts.subject)).toEqual(named(english.subject));
    expect(texts.closing.map(named)).toEqual(english.closing.map(named));
    expect(named(texts.sms)).toEqual(named(english.sms));
  });

  it('has no text twice', () => {
    const texts = rows.flatMap(({ texts: { subject, opening, closing, sms } }) => [
      subject,
      opening,
      ...closing,
      sms,
    ]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('a message', () => {
  it.each([
    ['en', 'ltr', '10 minutes'],
    ['de', 'ltr', '10 Minuten'],
    ['fr', 'ltr', '10 minutes'],
    ['es', 'ltr', '10 minutos'],
    ['ar', 'rtl', '10 دقائق'],
    ['zh', 'ltr', '10分钟'],
  ] as const)('in %s reads %s and tells how long it holds', (language, direction, validity) => {
    const { subject, text, html, sms } = renderMessage(words({ language }));
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    for (const part of [text, html, sms]) {
      // French sets a no-break space between number and unit.
      expect(part.replaceAll('\u00a0', ' ')).toContain(validity);
      expect(part).toContain('012345');
      expect(part).toContain('Acme Pay');
      expect(part).not.toMatch(/\{\w+\}/);
    }
    expect(sms).not.toMatch(/[\u00a0\u202f]/);
    // Subjects are shown on locked screens and kept in logs of mail servers.
    expect(subject).not.toContain('012345');
  });

  it('takes a name for text, whatever it holds', () => {
    const { subject, html, sms } = renderMessage(
      words({ name: 'A & B\r\nBcc: all@example.test <script src="x"> $& {code} \u202egnp' }),
    );
    const name = 'A & B Bcc: all@example.test <script src="x"> $& {code} gnp';
    expect(subject).toBe(`${name}: your verification code`);
    expect(sms).toContain(name);
    expect(html).not.toContain('<script');
    expect(html).toContain(
      'A &amp; B Bcc: all@example.test &lt;script src=&quot;x&quot;&gt; $&amp; {code} gnp',
    );
  });

  it('never lets a name into the markup or break a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...flowLanguages), (name, language) => {
        const plain = renderMessage(words({ name: 'x', language }));
        const { html, subject, sms } = renderMessage(words({ name, language }));
        expect(html.match(/<[^>]*>/g)).toEqual(plain.html.match(/<[^>]*>/g));
        expect(`${subject}${sms}`).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('messageLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['FR_ca', 'fr'],
    ['pt', 'en'],
    ['', 'en'],
  ])('takes %j for %s', (tag, language) => {
    expect(messageLanguage(tag)).toBe(language);
  });
});

describe('maskAddress', () => {
  it.each([
    ['email', 'ann.sample@example.test', 'a•••@example.test'],
    ['email', 'a@example.test', 'a•••@example.test'],
    ['sms', '+4915112345678', '+49•••78'],
  ] as const)('hides the middle of %s %s', (channel, address, masked) => {
    expect(maskAddress(channel, address)).toBe(masked);
  });
});
