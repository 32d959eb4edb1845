import { isShown, kindOf } from './file-kind.ts';
import { evaluatePicture, type PictureWarning, pictureFigures } from './picture-metrics.ts';

export interface FileLimits {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
}

export type CheckedFile =
  | {
      readonly kind: 'refused';
      readonly reason: 'fileWrongType' | 'fileTooLarge' | 'fileEmpty' | 'fileBroken';
    }
  | {
      readonly kind: 'fine';
      /** What is sent: the file as it is, or a smaller copy of a huge picture. */
      readonly content: Blob;
      readonly mediaType: string;
      readonly warning: PictureWarning | null;
      /** Address of the picture to show; null for what browsers do not show. */
      readonly preview: string | null;
    };

/** Above as many pixels a copy with fewer is sent; the service reads no picture of more than 40 million. */
const manyPixels = 24_000_000;
const longestSide = 4000;
const copyQuality = 0.92;
const checkedWidth = 640;

/** Looks at a file before it is sent: kind, size, whether it opens, whether it is bright and sharp enough. */
export async function checkFile(file: File, { maxBytes, mediaTypes }: FileLimits): Promise<CheckedFile> {
  if (file.size === 0) return { kind: 'refused', reason: 'fileEmpty' };
  const mediaType = await kindOf(file);
  if (mediaType === null || !mediaTypes.includes(mediaType))
    return { kind: 'refused', reason: 'fileWrongType' };
  if (!isShown(mediaType)) {
    return file.size > maxBytes
      ? { kind: 'refused', reason: 'fileTooLarge' }
      : { kind: 'fine', content: file, mediaType, warning: null, preview: null };
  }
  const preview = URL.createObjectURL(file);
  const refuse = (reason: 'fileTooLarge' | 'fileBroken'): CheckedFile => {
    URL.revokeObjectURL(preview);
    return { kind: 'refused', reason };
  };
  const image = await openPicture(preview);
  if (image === null) return refuse('fileBroken');
  const { naturalWidth: width, naturalHeight: height } = image;
  const warning = evaluatePicture(figuresOf(image), width, height);
  const isHuge = width * height > manyPixels || file.size > maxBytes;
  const copy = isHuge ? await smallerCopy(image) : null;
  if (isHuge && copy === null) return refuse('fileTooLarge');
  const content = copy ?? file;
  if (content.size > maxBytes) return refuse('fileTooLarge');
  return { kind: 'fine', content, mediaType: copy ? 'image/jpeg' : mediaType, warning, preview };
}

async function openPicture(address: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

function figuresOf(image: HTMLImageElement) {
  const { data, width, height } = drawn(image, checkedWidth / image.naturalWidth).context.getImageData(
    0,
    0,
    ...sizeOf(image, checkedWidth / image.naturalWidth),
  );
  const grey = new Uint8Array(width * height);
  for (let index = 0; index < grey.length; index += 1) {
    const at = index * 4;
    grey[index] = (data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114) / 1000;
  }
  return pictureFigures(grey, width, height);
}

function sizeOf(
  { naturalWidth, naturalHeight }: HTMLImageElement,
  scale: number,
): [width: number, height: number] {
  const least = Math.min(scale, 1);
  return [Math.max(1, Math.round(naturalWidth * least)), Math.max(1, Math.round(naturalHeight * least))];
}

function drawn(image: HTMLImageElement, scale: number) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = sizeOf(image, scale);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function smallerCopy(image: HTMLImageElement): Promise<Blob | null> {
  const scale = longestSide / Math.max(image.naturalWidth, image.naturalHeight);
  const { canvas } = drawn(image, scale);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', copyQuality));
}
