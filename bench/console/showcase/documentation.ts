import { fileURLToPath } from 'node:url';

export const picturesFolder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** The pictures that pages of the documentation show, and which of the console's pages each is. */
export const documentationPictures: Readonly<Record<string, string>> = {
  'case.webp': 'case',
  'workflow.webp': 'workflow',
};

const quality = 0.82;

/**
 * A program for the browser, which has an encoder: the WebP of a picture, both in Base64. A text, because benchmarks are not
 * checked with the browser's types.
 */
export function webpOf(png: string): string {
  return `(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality}).replace(/^.*,/, '');
  })()`;
}
