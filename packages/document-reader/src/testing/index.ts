/** Drawn and damaged documents of people who do not exist, for tests and measurements. Never part of the product. */
export { damageOf, photograph } from './specimen-damage.ts';
export { drawSpecimen } from './specimen-drawing.ts';
export { seededNumbers, specimenOf } from './specimen-people.ts';
export { type Specimen, zoneName } from './specimen-zone.ts';
export { hasTesseract } from './tesseract.ts';
