import { z } from 'zod';

/** Lists that a search went through (docs/screening.md). */
export const searchedLists = z
  .record(z.string(), z.string())
  .describe(
    'Lists that were searched: the version of each, by source ID. Empty for scans of earlier versions.',
  );
