import { parseOfacAdvanced } from './ofac-advanced.ts';
import { type OfacFiles, parseOfacCsv } from './ofac-csv.ts';
import { fileNamed, type ListSource } from './source.ts';

/** Lists that the consolidated files hold, each by a programme that only it has; the first that fits counts. */
const LISTS: readonly [RegExp, string][] = [
  [/^NS-PLC$/, 'ofac-plc'],
  [/^FSE-/, 'ofac-fse'],
  [/CMIC|^(?:CHINA|CCMC)-EO13959$/, 'ofac-cmic'],
  [/^561-|CAPTA|^HIFPAA|^13622$|^13645$|^13846$/, 'ofac-capta'],
  [/^UKRAINE-EO13662$/, 'ofac-ssi'],
  [/^(?:NS-ISA|13574|ISA)$/, 'ofac-ns-isa'],
];

/** Which of the lists an entry is on; programmes that several lists share leave it at the menu-based one. */
function consolidatedList(programs: readonly string[]): string {
  for (const [pattern, list] of LISTS) if (programs.some((program) => pattern.test(program))) return list;
  return 'ofac-ns-mbs';
}

const FILES: OfacFiles = {
  source: 'us-ofac-cons',
  subCategory: consolidatedList,
  names: 'cons_prim.csv',
  alternates: 'cons_alt.csv',
  addresses: 'cons_add.csv',
  comments: 'cons_comments.csv',
};
const ADVANCED = 'cons_advanced.xml';
const EXPORTS = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/**
 * The Treasury's lists beside the SDN list. Not all of them block property: some forbid single kinds of business,
 * so the sub-category names the list. Read from the advanced XML where it is there, else from the CSV set.
 */
export const usOfacCons: ListSource = {
  id: 'us-ofac-cons',
  title: 'OFAC Consolidated Non-SDN Lists',
  publisher: 'United States Department of the Treasury, Office of Foreign Assets Control',
  licence: 'United States public domain',
  urls: ['CONS_PRIM.CSV', 'CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV', 'CONS_ADVANCED.XML'].map(
    (file) => `${EXPORTS}/${file}`,
  ),
  fileNames: {
    required: [],
    optional: [ADVANCED, FILES.names, FILES.alternates, FILES.addresses, FILES.comments],
  },
  parse: (files) => {
    const advanced = fileNamed(files, ADVANCED);
    return advanced
      ? parseOfacAdvanced(advanced, { source: FILES.source, subCategory: consolidatedList })
      : parseOfacCsv(files, FILES);
  },
};
