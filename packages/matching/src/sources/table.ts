import { sample } from './sample/sample.ts';
import type { ListSource } from './source.ts';
import { unSc } from './un-sc.ts';
import { usOfacSdn } from './us-ofac-sdn.ts';

/** Every list source by its id. */
export const listSources: Readonly<Record<string, ListSource>> = {
  'un-sc': unSc,
  'us-ofac-sdn': usOfacSdn,
  sample,
};
