import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader, type DocumentInput } from './index.ts';
import { noDamage, photograph } from './testing/specimen-damage.ts';
import { drawSpecimen } from './testing/specimen-drawing.ts';
import { seededNumbers } from './testing/specimen-people.ts';
import type { Specimen } from './testing/specimen-zone.ts';
import { hasTesseract } from './testing/tesseract.ts';

const specimen: Specimen = {
  format: 'TD3',
  documentCode: 'P<',
  issuingCode: 'D',
  nationalityCode: 'D',
  surname: 'MUSTER-BEISPIEL',
  givenNames: 'ERIKA ÖZIL',
  documentNumber: 'CFGHJK012',
  dateOfBirth: '1971-02-28',
  expiryDate: '2033-04-30',
  sex: 'F',
  personalNumber: '',
};
const clock = { now: () => new Date('2026-11-22T12:00:00Z') };
const chosen = {
  contentType: 'image/jpeg',
  country: 'DE',
  documentType: 'PASSPORT',
  side: 'front',
} as const satisfies Omit<DocumentInput, 'file'>;
/** A page of a typewriter, whose letters stand in places of one width as those of a zone do. */
async function typedPage(): Promise<Buffer> {
  const line = (i: number) =>
    `<text x="40" y="${60 + i * 40}" font-family="Liberation Mono" font-size="26">A line of plain text that says nothing to anybody ${i}</text>`;
  const lines = Array.from({ length: 20 }, (_, i) => line(i)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="900"><rect width="1000" height="900" fill="white"/>${lines}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A wall in the light of a window, with the grain of a camera. */
async function wall(): Promise<Buffer> {
  const [width, height] = [1_600, 1_200];
  const random = seededNumbers(11);
  const pixels = Buffer.alloc(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = 150 + (60 * (at % width)) / width + (random() - 0.5) * 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

const reader = createDocumentReader({ clock });
afterAll(() => reader.close());

async function plainPicture(width: number, height: number, shade: number): Promise<Buffer> {
  const background = { r: shade, g: shade, b: shade };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

describe.skipIf(!hasTesseract())('a reader of documents', () => {
  it('reads a passport that was photographed on its head and a little askew', {
    timeout: 30_000,
  }, async () => {
    const damage = { ...noDamage, quarterTurns: 2, degrees: 3, noise: 6, glare: 0.3, light: 0.8 } as const;
    const file = await photograph(await drawSpecimen(specimen), damage, seededNumbers(7));
    const reading = await reader.read({
      ...chosen,
      file,
      expected: { surname: 'Muster Beispiel', sex: 'M' },
    });
    expect(reading).toMatchObject({
      kind: 'read',
      mrz: { format: 'TD3', documentCode: 'P', countryCodes: { issuing: 'D', nationality: 'D' } },
      fields: {
        surname: { value: 'MUSTER BEISPIEL' },
        givenNames: { value: 'ERIKA OEZIL' },
        documentNumber: { value: 'CFGHJK012', sure: true },
        issuingCountry: { value: 'DE' },
        dateOfBirth: { value: '1971-02-28', sure: true },
        expiryDate: { value: '2033-04-30', sure: true },
      },
      findings: [{ code: 'expectedDiffers', field: 'sex', found: 'F', wanted: 'M' }],
    });
    // On the picture as it was taken: the zone is at its head, and begins at the right.
    expect(reading).toMatchObject({
      mrz: {
        places: {
          documentNumber: { left: expect.closeTo(0.76, 1), top: expect.closeTo(0.13, 1) },
          expiryDate: { left: expect.closeTo(0.42, 1), top: expect.closeTo(0.11, 1) },
        },
      },
      printed: { surname: { place: { left: expect.closeTo(0.42, 1), top: expect.closeTo(0.73, 1) } } },
    });
  });

  it('ends at its deadline, and with the caller', async () => {
    const file = await drawSpecimen(specimen);
    expect(await reader.read({ ...chosen, file }, { deadlineMs: 50 })).toMatchObject({ reason: 'timeOut' });
    const gone = new Error('the caller is gone');
    const signal = AbortSignal.abort(gone);
    await expect(reader.read({ ...chosen, file }, { signal })).rejects.toBe(gone);
  });

  it.each([
    ['a photo of nothing', () => plainPicture(1_200, 900, 128), 'noDocument'],
    ['a screenshot of a text', typedPage, 'noDocument'],
    [
      'a blurred one',
      async () =>
        sharp(await drawSpecimen(specimen))
          .blur(7)
          .jpeg()
          .toBuffer(),
      'tooBlurred',
    ],
    ['a photo in the dark', () => plainPicture(1_200, 900, 20), 'tooDark'],
    ['a thumbnail', () => plainPicture(200, 150, 128), 'tooSmall'],
    ['a picture of more than 40 megapixels', () => plainPicture(8_000, 5_001, 200), 'tooLarge'],
    ['a text', async () => Buffer.from('not a picture'), 'notAnImage'],
    [
      'a JPEG that is cut off',
      async () => {
        const whole = await plainPicture(1_200, 900, 128);
        return whole.subarray(0, whole.length - 600);
      },
      'notAnImage',
    ],
  ] as const)('says why it cannot read %s', { timeout: 30_000 }, async (_, make, reason) => {
    expect(await reader.read({ ...chosen, file: await make() })).toMatchObject({
      kind: 'unreadable',
      reason,
    });
  });

  it.each([
    [
      'writing on a letter that lies on its side',
      'writing',
      async () =>
        sharp(await typedPage())
          .rotate(90)
          .png()
          .toBuffer(),
      { kind: 'found' },
    ],
    ['no writing on a wall', 'writing', () => wall(), { kind: 'lacking' }],
    ['nothing on a wall, though it has a grain', 'anything', () => wall(), { kind: 'lacking' }],
    ['something on a picture of a page', 'anything', typedPage, { kind: 'found' }],
    [
      'nothing in the dark',
      'anything',
      () => plainPicture(1_200, 900, 20),
      { kind: 'lacking', reason: 'tooDark' },
    ],
    [
      'not whether damaged bytes show any',
      'writing',
      async () => Buffer.from('no'),
      { kind: 'notExamined', reason: 'notAnImage' },
    ],
  ] as const)('finds %s', { timeout: 60_000 }, async (_, lookFor, make, expected) => {
    const input = { file: await make(), contentType: 'image/png', lookFor };
    expect(await reader.checkPicture(input)).toMatchObject(expected);
  });

  it('does not look into a PDF, and says so', async () => {
    const input = {
      file: Buffer.from('%PDF-1.7'),
      contentType: 'application/pdf',
      lookFor: 'writing',
    } as const;
    expect(await reader.checkPicture(input)).toEqual({ kind: 'notExamined', reason: 'pdf' });
  });
});

describe('without tesseract', () => {
  it('a reader says so and reads nothing', async () => {
    const without = createDocumentReader({ tesseract: '/nowhere/tesseract' });
    expect(await without.available()).toEqual({ tesseract: null });
    expect(await without.read({ ...chosen, file: await plainPicture(10, 10, 0) })).toEqual({
      kind: 'unreadable',
      reason: 'readerUnavailable',
      quality: null,
    });
  });
});
