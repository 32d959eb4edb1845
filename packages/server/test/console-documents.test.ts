import type { FlowFile } from '@gatehouse/contract';
import { drawSpecimen, hasTesseract, type Specimen } from '@gatehouse/document-reader/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf, pngChunk, pngSignature } from '../src/uploads/sample-files.fixture.ts';
import { accessibilityFindings, findingsInEachLook, hasChromium } from './support/chromium.ts';
import { person } from './support/console.ts';
import { ConsolePages, timeout } from './support/console-pages.ts';
import { FlowPages, stepOf } from './support/flow-pages.ts';
import { keptMessages, startTestService, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env['GATEHOUSE_TEST_PICTURES'];

const nodes = [
  { id: 'about', type: 'particulars', fields: ['name', 'dateOfBirth', 'countryOfNationality'] },
  { id: 'papers', type: 'documents', rule: 'KYC_DEFAULT' },
  { id: 'submit', type: 'review-and-submit' },
  { id: 'decide', type: 'decision', outcome: 'manual', groups: ['compliance'] },
];
const ids = ['start', ...nodes.map(({ id }) => id)];
const workflow = {
  id: 'wf_documents',
  name: 'Documents',
  eventType: 'KYC_EVENT',
  source: 'SDK',
  nodes,
  edges: ids.slice(1).map((to, index) => ({ from: ids[index]!, to })),
};

const specimen: Specimen = {
  format: 'TD3',
  documentCode: 'P<',
  issuingCode: 'D',
  nationalityCode: 'D',
  surname: 'MUSTER',
  givenNames: 'ERIKA',
  documentNumber: 'CFGHJK012',
  dateOfBirth: '1971-02-28',
  expiryDate: '2033-04-30',
  sex: 'F',
  personalNumber: '',
};
const confirmed = {
  surname: 'MUSTER',
  givenNames: 'ERIKA',
  documentNumber: 'CFGHJK012',
  nationality: 'DE',
  issuingCountry: 'DE',
  dateOfBirth: '1971-02-28',
  sex: 'F',
  expiryDate: '2033-04-30',
};

describe.skipIf(!hasChromium() || !hasTesseract())('the review of documents in the console', timeout, () => {
  let service: TestService;
  let pages: ConsolePages;
  const tenant = aTenant({
    users: [person('cora', ['analyst'], ['compliance'])],
    groups: ['compliance'],
    workflows: [{ domain: 'retail', workflow }],
  });

  beforeAll(async () => {
    service = await startTestService('embedded');
    pages = await ConsolePages.start(service, tenant);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.stop();
  });

  async function upload(flow: FlowPages, filename: string, content: Buffer): Promise<string> {
    const contentType = filename.endsWith('.pdf') ? 'application/pdf' : 'image/png';
    const file = { clientKey: filename, filename, contentType, size: content.length };
    const { body } = await flow.send('/files', { method: 'POST', body: file });
    const { fileId } = body as unknown as FlowFile;
    const parts = Math.ceil(content.length / 262_144);
    for (let part = 0; part < parts; part++) {
      const bytes = new Uint8Array(content.subarray(part * 262_144, (part + 1) * 262_144));
      await flow.send(`/files/${fileId}/parts/${part}`, { method: 'PUT', body: bytes });
    }
    return fileId;
  }

  async function add(flow: FlowPages, document: object, front: string): Promise<void> {
    const { callbackKey } = stepOf(await flow.view(), 'documents');
    const answer = await flow.send('/steps/papers/documents', {
      method: 'POST',
      body: { callbackKey, ...document, files: { front } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  /** Somebody who states another date of birth than their passport has; answers the number of the case. */
  async function caseOf(customerId: string): Promise<string> {
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const email = `${customerId}@example.test`;
    const { url } = await client.link.generate({ email, customerId, eventType: 'KYC_EVENT' });
    const flow = new FlowPages(service.app.baseUrl);
    await flow.open(url);
    const values = { name: 'Erika Muster', dateOfBirth: '1972-02-28', countryOfNationality: 'DE' };
    await flow.submitStep(await flow.consent(), { values });
    const drawn = await drawSpecimen(specimen);
    const passport = await upload(flow, 'passport.png', drawn);
    await add(flow, { group: 'IDENTITY', type: 'PASSPORT', country: 'DE' }, passport);
    await add(flow, { group: 'SELFIE', type: 'SELFIE' }, await upload(flow, 'face.png', drawn));
    const { callbackKey, given } = stepOf(await flow.view(), 'documents');
    const path = `/steps/papers/documents/${given[0]!.documentId}`;
    await flow.send(path, { method: 'PUT', body: { callbackKey, fields: confirmed } });
    const { consent } = stepOf(await flow.submitStep(await flow.view(), {}), 'review-and-submit');
    const agreed = { consentVersion: consent.version, consentSha256: consent.sha256, agreed: true };
    await flow.submitStep(await flow.view(), agreed);
    await service.drain();
    const cora = await pages.as('cora');
    const { cases } = await cora.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}`);
    return cases[0]!.caseNo;
  }

  async function keepShots(page: Page, name: string): Promise<void> {
    if (!pictures) return;
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: false });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('shows document, face and fields side by side, boxes what differs, and keeps what is said of it', async () => {
    const caseNo = await caseOf('c-review');
    const cora = await pages.as('cora');
    const path = `/domains/retail/cases/${caseNo}`;
    const page = await pages.openAs('cora', `cases/retail/${caseNo}`);
    await page.getByRole('button', { name: 'Claim' }).waitFor();
    await page.keyboard.press('c');
    await page.getByText('Assigned to you').waitFor();
    const section = page.getByRole('region', { name: 'Identity documents' });
    await section.getByText('Not reviewed yet.').first().waitFor();
    await section.getByRole('button', { name: 'Review documents' }).click();
    const dialog = page.getByRole('dialog', { name: `Review documents: ${caseNo}` });
    await dialog
      .getByText('Date of birth: the document says 1971-02-28; the application says 1972-02-28.')
      .waitFor();
    // In the zone and in the print.
    await dialog.getByRole('img', { name: 'passport.png' }).waitFor();
    await expect.poll(() => dialog.locator('.gh-picture-box').count()).toBe(2);
    // Of one row, only the value that differs.
    await expect
      .poll(() => dialog.locator('td.gh-caution').allInnerTexts())
      .toEqual([expect.stringMatching(/^✗\s1972-02-28$/)]);
    const fields = dialog.getByRole('table', { name: 'Fields' });
    await expect.poll(() => fields.getByText('Erika Muster', { exact: true }).count()).toBe(1);
    // The picture of the face is the passport's own file.
    await dialog.getByText('Same file as: Selfie.').waitFor();
    await dialog.getByText('Same file as: Passport of Germany.').waitFor();
    await dialog.getByRole('img', { name: 'face.png' }).waitFor();
    expect(await findingsInEachLook(page)).toEqual([]);
    await keepShots(page, 'documents-review');

    // By keys and by wheel.
    const stage = dialog.locator('.gh-picture-stage').first();
    const transform = () => stage.evaluate((element) => element.getAttribute('style'));
    await dialog
      .getByRole('toolbar', { name: 'passport.png' })
      .getByRole('button', { name: 'Zoom in' })
      .focus();
    await page.keyboard.press('+');
    expect(await transform()).toContain('scale(1.25)');
    await page.keyboard.press('r');
    expect(await transform()).toContain('rotate(90deg)');
    await stage.hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(transform).toContain('scale(1.25) rotate(90deg)');
    await page.keyboard.press('l');
    await dialog.locator('.gh-loupe').waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/documents-loupe.png` });
    await page.keyboard.press('l');

    await page.keyboard.press('x');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The date of birth differs');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Rejected: The date of birth differs').waitFor();
    // A key that is held down says it once.
    const accepted: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('ACCEPTED')) accepted.push(request.url());
    });
    for (let times = 0; times < 3; times++) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await dialog.getByText('Accepted', { exact: false }).first().waitFor();
    expect(accepted).toHaveLength(1);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFindings(page, 'dark')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });

    const found = await cora.get<'cases.read'>(path);
    const [passport] = found.givenDocuments;
    expect(
      found.documentReviews.map(({ documentId, verdict, reason }) => [documentId, verdict, reason]),
    ).toEqual([
      [passport!.documentId, 'REJECTED', 'The date of birth differs'],
      [passport!.documentId, 'ACCEPTED', null],
    ]);
    const acts = found.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry.act] : []));
    expect(acts).toEqual(
      expect.arrayContaining(['case.reject_document', 'case.accept_document', 'upload.read']),
    );

    await page.keyboard.press('g');
    const asking = page.getByRole('dialog', { name: /^Request again/ });
    await asking.getByRole('button', { name: 'Request again' }).click();
    await asking.getByText('A mail with the link goes to c-review@example.test').waitFor();
    expect(await findingsInEachLook(page, pictures && `${pictures}/documents-asked`)).toEqual([]);
    await asking.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.getByText('Requested again: The picture could not be read').waitFor();
    await page.keyboard.press('Escape');
    const history = page.getByRole('region', { name: 'History' });
    const asked = history.locator('.mantine-Timeline-item', { hasText: 'Document requested again' });
    await asked.getByText('Passport of Germany', { exact: true }).waitFor();
    await asked.getByText('Reason: The picture could not be read').waitFor();
    const files = page.getByRole('region', { name: 'Documents', exact: true });
    await files.getByText('Requested again: The picture could not be read').waitFor();
    await service.drain();
    const [mail] = await keptMessages(service);
    const phone = await pages.newPage();
    await phone.setViewportSize({ width: 390, height: 800 });
    await phone.goto(/http\S+linkToken=\S+/.exec(mail!.text)![0]);
    await phone.getByText('We need this document again: Passport').waitFor();
    expect(await accessibilityFindings(phone)).toEqual([]);
    if (pictures) await phone.screenshot({ path: `${pictures}/documents-again-390.png`, fullPage: true });
    await phone.context().close();
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });

  /** The review of the case's documents, with a file that was attached before. */
  async function reviewOf(page: Page, file: { readonly name: string; readonly buffer: Buffer }) {
    const mimeType = file.name.endsWith('.pdf') ? 'application/pdf' : 'image/png';
    await page.getByLabel('File to attach').setInputFiles({ ...file, mimeType });
    await page.getByRole('button', { name: `View ${file.name}` }).waitFor();
    await page.getByRole('button', { name: 'Review documents' }).click();
    const dialog = page.getByRole('dialog', { name: /^Review documents/ });
    await dialog.getByRole('button', { name: file.name }).click();
    return dialog;
  }

  async function reviewedCase(): Promise<string> {
    const cora = await pages.as('cora');
    const { cases } = await cora.get<'cases.list'>('/domains/retail/cases?customerId=c-review');
    return `cases/retail/${cases[0]!.caseNo}`;
  }

  /** Of the picture that is called so: all points, and those that are nearly black. */
  function pointsOf(page: Page, alt: string): Promise<{ all: number; dark: number }> {
    return page.evaluate<{ all: number; dark: number }>(`(() => {
      const image = document.querySelector('img[alt="${alt}"]');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] < 60) dark++;
      return { all: data.length / 4, dark };
    })()`);
  }

  it('draws a PDF page by page with the tools of a picture, and runs nothing of it', async () => {
    const page = await pages.openAs('cora', await reviewedCase());
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const dialog = await reviewOf(page, { name: 'bill.pdf', buffer: letter(3) });
    const drawn = (number: number) => dialog.getByRole('img', { name: `bill.pdf, Page ${number} of 3` });
    await drawn(1).waitFor();
    const { all, dark } = await pointsOf(page, 'bill.pdf, Page 1 of 3');
    expect(all).toBeGreaterThan(3_900_000);
    expect(all).toBeLessThanOrEqual(4_000_000);
    expect(dark).toBeGreaterThan(1_000);
    expect(await accessibilityFindings(page)).toEqual([]);
    // A bill has no face and no fields.
    await expect.poll(() => dialog.getByRole('region', { name: 'Fields' }).count()).toBe(0);
    await expect.poll(() => dialog.getByRole('region', { name: 'Face picture' }).count()).toBe(0);
    await keepShots(page, 'documents-pdf');

    // A hidden tab draws nothing, however long it is hidden.
    await page.evaluate(hideTab);
    await dialog.getByRole('button', { name: 'Next page' }).dispatchEvent('click');
    await dialog.getByText('Page 2 of 3').waitFor();
    await page.waitForTimeout(1_500);
    await expect.poll(() => dialog.getByText('This PDF cannot be shown here.').count()).toBe(0);
    await expect.poll(() => drawn(2).count()).toBe(0);
    await page.evaluate('showTab()');
    await drawn(2).waitFor();
    // Nothing is written on it.
    expect(await pointsOf(page, 'bill.pdf, Page 2 of 3')).toMatchObject({ dark: 0 });
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await drawn(3).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    const stage = dialog.locator('.gh-picture-stage').first();
    await dialog.getByRole('toolbar').getByRole('button', { name: 'Rotate' }).click();
    expect(await stage.getAttribute('style')).toContain('rotate(90deg)');

    // Neither its script nor its link is anywhere in the page, and no file was read twice.
    await expect.poll(() => dialog.locator('a[href^="http"]').count()).toBe(0);
    expect(await page.evaluate<boolean>("'pdfRan' in window")).toBe(false);
    const { origin } = new URL(service.app.consoleUrl);
    expect(loaded.filter((url) => !/^(blob|data):/.test(url) && new URL(url).origin !== origin)).toEqual([]);
    const read = loaded.filter((url) => url.includes('/content'));
    expect(read.length).toBeGreaterThan(0);
    expect(new Set(read).size).toBe(read.length);
    await dialog.getByRole('link', { name: 'Download bill.pdf' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Its fonts, too, are gone with it.
    const fonts = "[...document.fonts].map(({ family }) => family).filter((name) => name.startsWith('g_'))";
    await expect.poll(() => page.evaluate(fonts)).toEqual([]);
    // The plain list of files draws it as well.
    await page.getByRole('button', { name: 'View bill.pdf' }).click();
    const view = page.getByRole('dialog', { name: 'bill.pdf' });
    await view.getByRole('img', { name: 'bill.pdf, Page 1 of 3' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
    expect(pages.complaints).toEqual([]);
  });

  it.each([
    ['damaged.pdf', pdfOf(['<< /Type /Catalog /Pages 9 0 R >>']), 'This PDF cannot be shown here.'],
    ['locked.pdf', lockedPdf(), 'This PDF cannot be shown here.'],
    ['damaged.png', damagedPng(), 'This file cannot be shown here.'],
  ])('says that %s cannot be drawn, and offers it', async (name, buffer, words) => {
    const page = await pages.openAs('cora', await reviewedCase());
    const dialog = await reviewOf(page, { name, buffer });
    await dialog.getByText(words).waitFor();
    await dialog.getByRole('link', { name: `Download ${name}` }).waitFor();
    await expect.poll(() => dialog.getByRole('toolbar', { name }).count()).toBe(0);
    await page.context().close();
  });

  it('shows no file to who may not view files', async () => {
    const path = await reviewedCase();
    const page = await pages.newPage((await pages.as('cora')).cookie);
    // No role of today reads cases and no files.
    await page.route(/\/console\/api\/session$/, async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { readonly permissions: readonly string[] };
      const permissions = session.permissions.filter((name) => name !== 'uploads.read');
      await route.fulfill({ response, json: { ...session, permissions } });
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${service.app.consoleUrl}/${path}`);
    await page.getByRole('button', { name: 'Review documents' }).click();
    const dialog = page.getByRole('dialog', { name: /^Review documents/ });
    await dialog.getByText('Your role may not view files.').first().waitFor();
    // The fields stay beside it.
    await dialog.getByRole('button', { name: /^Passport/ }).click();
    await dialog.getByText('Date of birth: the document says 1971-02-28').waitFor();
    await expect.poll(() => dialog.locator('.gh-picture').count()).toBe(0);
    await expect.poll(() => dialog.getByRole('link', { name: /^Download/ }).count()).toBe(0);
    expect(requests.filter((url) => url.includes('/content'))).toEqual([]);
    await page.context().close();
  });
});

/** Makes a page what it is in a hidden tab, with the longest waits shortened to a second, until `showTab` is called. */
const hideTab = `
  const { requestAnimationFrame: frame, setTimeout: wait } = window;
  const frames = [];
  const setHidden = (hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  window.requestAnimationFrame = (draw) => frames.push(draw);
  window.setTimeout = (act, ms, ...given) => wait(act, ms >= 20_000 ? 1_000 : ms, ...given);
  setHidden(true);
  window.showTab = () => {
    Object.assign(window, { requestAnimationFrame: frame, setTimeout: wait });
    setHidden(false);
    frames.forEach((draw) => frame(draw));
  };
`;

/** A letter: words on its first and last page, a script that runs when it is opened, and a link. */
function letter(pageCount: number): Buffer {
  const first = 6;
  const kids = Array.from({ length: pageCount }, (_, index) => `${first + index} 0 R`);
  const words = 'BT /F1 30 Tf 60 700 Td (Electricity bill of 2026) Tj ET';
  const page = (number: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ${
      number % 2 === 0 ? '/Contents 4 0 R /Annots [5 0 R]' : ''
    } >>`;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (globalThis.pdfRan = 1; app.launchURL\\('https://example.com'\\);) >> >>",
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pageCount} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Annot /Subtype /Link /Rect [60 690 500 740] /Border [0 0 0] /A << /S /URI /URI (https://example.com) >> >>',
    ...kids.map((_, index) => page(index)),
  ]);
}

/** Needs a password that nobody has. */
function lockedPdf(): Buffer {
  const secret = `<${'5a'.repeat(32)}>`;
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
      `<< /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >>`,
    ],
    { trailer: `/Encrypt 4 0 R /ID [${secret} ${secret}] ` },
  );
}

/** Whole chunks with right checksums, whose image data no reader can unpack. */
function damagedPng(): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.from('no image data')), pngChunk('IEND')];
  return Buffer.concat([pngSignature, ...parts]);
}
