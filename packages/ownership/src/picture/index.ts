/**
 * Ownership as a picture: owners above, the customer below, with shares, control, beneficial owners and hits. Pure: plain data
 * comes in, shapes of SVG go out.
 */
export {
  type DrawnNode,
  type DrawnOwnership,
  drawOwnership,
  ownershipSvg,
  type PictureOptions,
} from './draw-ownership.ts';
export { type PicturePalette, paperPalette } from './palettes.ts';
export type { PictureData, PictureHits, PictureParty, PictureRelation } from './picture-data.ts';
export { type PictureElement, xmlOf } from './picture-element.ts';
export { pictureWords } from './picture-languages.ts';
export { type PartyHit, partyOf, pictureOfInformation } from './picture-of-information.ts';
export { englishPictureWords, type PictureWords } from './picture-words.ts';
export { percentWords, shareWords } from './share-words.ts';
