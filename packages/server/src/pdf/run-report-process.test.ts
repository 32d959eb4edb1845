import type { PictureData } from '@gatehouse/ownership/picture';
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
  notices: [],
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

/** Left, bottom, right and top of each page. */
async function viewsOf(pdf: Uint8Array): Promise<number[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const views: number[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    views.push([...(await document.getPage(number)).view]);
  }
  await task.destroy();
  return views;
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

  it('draws an ownership with names of every script, as text that can be read and searched', async () => {
    const names = [
      'أيمن محمد الزهراني',
      '王小明控股有限公司',
      'สมชาย ใจดี',
      'W'.repeat(1_000),
      'Kit \u{10A0}',
    ];
    const parties = names.map((name, index) => ({ id: `p${index}`, type: 'person', name }) as const);
    const data: PictureData = {
      customerId: 'c',
      parties: [{ id: 'c', type: 'company', name: 'Quillfeather Trading', risk: 60 }, ...parties],
      relations: parties.map(({ id }) => ({ kind: 'owns', from: id, to: 'c', shares: 12.5 })),
    };
    for (const language of ['en', 'ar', 'zh'] as const) {
      const document = reportOf([{ kind: 'ownership', data }], { language });
      const pdf = await runReportProcess({ document, files: noFiles });
      const text = (await textOf(pdf)).normalize('NFKC').replaceAll(' ', '');
      for (const part of ['الزهراني', '王小明', 'สมชาย', 'WWWWWWWW', 'Kit[U+10A0]', 'QuillfeatherTrading'])
        expect(text).toContain(part.normalize('NFKC'));
      expect(await runReportProcess({ document, files: noFiles })).toEqual(pdf);
    }
  });

  it('draws of ten thousand owners what matters, on a landscape page, and says how many it leaves out', async () => {
    const parties = Array.from({ length: 10_000 }, (_, index) => ({
      id: `p${index}`,
      type: 'person' as const,
      name: `Owner ${index}`,
      percent: { atLeast: 0.01, atMost: 0.01 },
      ...(index === 9_999 && { hits: { trueMatches: 1, open: 0, cleared: 0 } }),
    }));
    const data: PictureData = {
      customerId: 'c',
      parties: [{ id: 'c', type: 'company', name: 'Quillfeather Trading' }, ...parties],
      relations: parties.map(({ id }) => ({ kind: 'owns', from: id, to: 'c', shares: 0.01 })),
    };
    const before = { kind: 'text', text: 'Before the picture' } as const;
    const document = reportOf([before, { kind: 'ownership', data }, { kind: 'text', text: 'After it' }]);
    const pdf = await runReportProcess({ document, files: noFiles });
    const text = await textOf(pdf);
    expect(text).toMatch(
      /Before the picture.*Owner 9999.*1 true match.*9,9\d\d parties are not drawn one by one\..*After it/,
    );
    const sizes = (await viewsOf(pdf)).map(([, , width, height]) => width! > height!);
    expect(sizes).toEqual([false, true, false]);
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
