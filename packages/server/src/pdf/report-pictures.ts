import type { ReportBlock, ReportDocument, ReportFiles } from './report-blocks.ts';

/** Pixels of the longer side: 300 to an inch on half a page. */
const maxSide = 1_600;
/** Phones take pictures of 50 and of 108 megapixels. */
const maxPixels = 120_000_000;

/**
 * The pictures as the report embeds them: upright, no larger than paper shows, without what cameras write beside the
 * picture. A picture that cannot be read is replaced by what is said of it.
 */
export async function readablePictures(
  document: ReportDocument,
  files: ReportFiles,
): Promise<{ readonly document: ReportDocument; readonly files: ReportFiles }> {
  const readable = new Map<string, Uint8Array>();
  // One after the other: each takes the memory of its pixels.
  for (const [name, bytes] of files) {
    const picture = await embeddable(bytes);
    if (picture !== undefined) readable.set(name, picture);
  }
  const { logo, ...brand } = document.brand;
  return {
    files: readable,
    document: {
      ...document,
      brand: logo !== undefined && readable.has(logo) ? { ...brand, logo } : brand,
      sections: document.sections.map((section) => ({
        ...section,
        blocks: section.blocks.flatMap((block) => shownPictures(block, readable)),
      })),
    },
  };
}

/** JPEG for what has no transparent part, else PNG; undefined for what is no picture. */
async function embeddable(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // Most cases have no picture, and the library takes its time to load.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
    const { hasAlpha } = await picture.metadata();
    const smaller = picture
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    return await (hasAlpha ? smaller.png() : smaller.jpeg({ quality: 82 })).toBuffer();
  } catch {
    return undefined;
  }
}

function shownPictures(block: ReportBlock, readable: ReportFiles): ReportBlock[] {
  if (block.kind !== 'pictures') return [block];
  const items = block.items.filter(({ file }) => readable.has(file));
  const lost = block.items.filter(({ file }) => !readable.has(file));
  return [
    ...(items.length === 0 ? [] : [{ ...block, items }]),
    ...lost.map(
      ({ caption, unreadable }): ReportBlock => ({
        kind: 'callout',
        tone: 'warning',
        title: '',
        text: `${caption}\n${unreadable}`,
      }),
    ),
  ];
}
