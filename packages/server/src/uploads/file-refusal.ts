import { type Phrase, phrase } from '@gatehouse/contract';

/** What the interface says of a file that it does not take, by its English text. */
const known: readonly (readonly [RegExp, (values: readonly string[]) => Phrase])[] = [
  [/^the file is empty$/, () => phrase('refusals.fileEmpty')],
  [/^the virus scanner found (.+) in the file$/s, ([name = '']) => phrase('refusals.fileInfected', { name })],
  [/^file: the content must be [^,]+(?:, [^,]+)* or PDF$/, () => phrase('refusals.fileUnknown')],
  [
    /^file: the content must be .+ or PDF, not (.+)$/,
    ([type = '']) => phrase('refusals.fileOfOtherType', { type }),
  ],
  [
    /^file: the ([A-Z]+) content (.+)$/,
    ([type = '', detail = '']) => phrase('refusals.fileDamaged', { type, detail }),
  ],
  [
    /^filename ends with (\.\S+), but the content is (\S+)$/,
    ([ending = '', type = '']) => phrase('refusals.fileExtension', { ending, type }),
  ],
  [
    /^the media type is (.+), but the content is (\S+)$/,
    ([stated = '', type = '']) => phrase('refusals.fileMediaType', { stated, type }),
  ],
];

/** Why a file was not taken, as data for pages; undefined for what pages have no words for. */
export function fileRefusal(english: string): Phrase | undefined {
  for (const [pattern, said] of known) {
    const found = pattern.exec(english);
    if (found !== null) return said(found.slice(1));
  }
  return undefined;
}
