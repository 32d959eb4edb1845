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
  'custom-csv': customCsv,
  sample,
};
