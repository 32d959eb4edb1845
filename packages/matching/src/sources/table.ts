import { bods } from './bods.ts';
import { customCsv } from './custom-csv.ts';
import { euFsf } from './eu-fsf.ts';
import { opensanctions } from './opensanctions.ts';
import { sample } from './sample/sample.ts';
import { senzing } from './senzing.ts';
import type { ListSource } from './source.ts';
import { ukSl } from './uk-sl.ts';
import { unSc } from './un-sc.ts';
import { usBisDpl } from './us-bis-dpl.ts';
import { usCsl } from './us-csl.ts';
import { usOfacCons } from './us-ofac-cons.ts';
import { usOfacSdn } from './us-ofac-sdn.ts';

/** Every list source by its id. */
export const listSources: Readonly<Record<string, ListSource>> = {
  'un-sc': unSc,
  'us-ofac-sdn': usOfacSdn,
  'us-ofac-cons': usOfacCons,
  'us-bis-dpl': usBisDpl,
  'us-csl': usCsl,
  'eu-fsf': euFsf,
  'uk-sl': ukSl,
  opensanctions,
  senzing,
  bods,
  'custom-csv': customCsv,
  sample,
};

/** Whether a source is read for relations of ownership alone: no engine searches it, and nobody is listed by it. */
export function isRelationsOnly(source: string): boolean {
  return listSources[source]?.relationsOnly === true;
}
