import type { Point } from './grey-image.ts';
import type { ZoneGrid } from './zone-grid.ts';

/** A zone that was found in a picture, upright. */
export interface FoundZone {
  readonly grid: ZoneGrid;
  readonly isFiller: readonly (readonly boolean[])[];
  /** Quarter turns to the right after which the picture stands upright. */
  readonly quarterTurns: number;
  /** How far its lines then still fall to the right, in radians. */
  readonly slope: number;
  /** Where its first line begins in the upright picture. */
  readonly start: Point;
  /** Width of a place in pixels of the picture. */
  readonly pitch: number;
}
