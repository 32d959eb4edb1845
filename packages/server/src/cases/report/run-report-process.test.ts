import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ReportBlock, ReportDocument } from './report-blocks.ts';
import { type ReportFailure, runReportProcess } from './run-report-process.ts';

const reportOf = (blocks: readonly ReportBlock[], more: Partial<ReportDocument> = {}): ReportDocument => ({
  title: 'Case report C000001',
  description: 'Case C000001',
  language: 'en',
  brand: { name: 'Example Bank', color: '#0b5394' },
  letterhead: 'Test environment',
  kicker: 'Case report',
  subject: 'Wilhelmina Thornapple',
  facts: [['Case number', 'C000001']],
  decision: { tone: 'neutral', title: 'No decision yet', text: 'The case is open.' },
  runningHead: 'C000001',
  footer: 'C000001',
  pageOf: 'Page {page} of {pages}',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  sections: [{ title: 'Part', blocks }],
  ...more,
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return texts.join(' ').replaceAll(/[\s\u200B]+/g, ' ');
}

const noFiles = new Map<string, Uint8Array>();
const failureOf = (drawn: Promise<unknown>) =>
  drawn.then(
    () => undefined,
    (error: unknown) => error as ReportFailure,
  );

describe('a report that is drawn', () => {
  it('says that it is PDF/A-2u, has its time, and shows markup and unknown signs as text', async () => {
    const text = '#panic("a") $ x $ *b* `c` @d <e> \\u{41} // f \u{10A0} \u202Eg';
    const pdf = await runReportProcess({ document: reportOf([{ kind: 'text', text }]), files: noFiles });
    const raw = Buffer.from(pdf).toString('latin1');
    expect(raw).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
    expect(raw).toMatch(/<pdfaid:conformance>U<\/pdfaid:conformance>/);
    expect(raw).toContain('2026-01-02T03:04:05');
    const shown = text.replace('\u{10A0}', '[U+10A0]').replace('\u202E', '[U+202E]');
    expect((await textOf(pdf)).replaceAll(' ', '')).toContain(shown.replaceAll(' ', ''));
  });

  it('embeds pictures and the logo, and names a picture that cannot be read', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 4, background: 'teal' } })
      .png()
      .toBuffer();
    // As a phone of 50 megapixels takes it.
    const large = await sharp({ create: { width: 8192, height: 6144, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const files = new Map<string, Uint8Array>([
      ['good', picture],
      ['large', large],
      ['bad', Buffer.from('no picture')],
      ['logo', picture],
    ]);
    const items = ['good', 'large', 'bad'].map((file) => ({
      file,
      caption: `${file}.png`,
      unreadable: 'The picture cannot be read.',
    }));
    const document = reportOf([{ kind: 'pictures', items }], {
      brand: { name: 'Example Bank', color: '#0b5394', logo: 'logo' },
    });
    const text = await textOf(await runReportProcess({ document, files }));
    for (const shown of ['good', 'large']) expect(text).toMatch(new RegExp(`${shown}\\.png(?! The picture)`));
    expect(text).toMatch(/bad\.png.*The picture cannot be read\./);
  });

  it('breaks no table head off its rows, and repeats it on each page', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`row ${index}`]);
    const document = reportOf([{ kind: 'table', columns: [{ title: 'Head of rows', width: 1 }], rows }]);
    const text = await textOf(await runReportProcess({ document, files: noFiles }));
    expect(text.match(/Head of rows/g)!.length).toBe(Number(/Page 1 of (\d+)/.exec(text)![1]));
  });

  it('is ended where it takes more time or memory than it may', async () => {
    const request = { document: reportOf([]), files: noFiles };
    for (const bounds of [
      { memoryMegabytes: 2_500, seconds: 0.001 },
      { memoryMegabytes: 200, seconds: 60 },
    ])
      expect(await failureOf(runReportProcess(request, bounds))).toMatchObject({
        name: 'ReportFailure',
        isTooLarge: true,
      });
  });

  it('is a failure with its cause where the process dies of another', async () => {
    const request = { document: {} as ReportDocument, files: noFiles };
    const failure = await failureOf(runReportProcess(request));
    expect(failure).toMatchObject({ name: 'ReportFailure', isTooLarge: false });
    expect(failure!.message).toMatch(/ended with code 1: .*TypeError/s);
  });
});
