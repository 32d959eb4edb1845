import { parseOfacAdvanced } from './ofac-advanced.ts';
import { type OfacFiles, parseOfacCsv } from './ofac-csv.ts';
import { fileNamed, type ListSource } from './source.ts';

const FILES: OfacFiles = {
  source: 'us-ofac-sdn',
  subCategory: () => 'ofac-sdn',
  names: 'sdn.csv',
  alternates: 'alt.csv',
  addresses: 'add.csv',
  comments: 'sdn_comments.csv',
};
const ADVANCED = 'sdn_advanced.xml';
const EXPORTS = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/**
 * Specially Designated Nationals and Blocked Persons: from the advanced XML where it is there, which has more facts
 * (scripts, parts of names, spans of dates), else from the CSV set. Both give the same ids.
 */
export const usOfacSdn: ListSource = {
  id: 'us-ofac-sdn',
  title: 'OFAC Specially Designated Nationals',
  publisher: 'United States Department of the Treasury, Office of Foreign Assets Control',
  licence: 'United States public domain',
  urls: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV', 'SDN_ADVANCED.XML'].map(
    (file) => `${EXPORTS}/${file}`,
  ),
  fileNames: {
    required: [],
    optional: [ADVANCED, FILES.names, FILES.alternates, FILES.addresses, FILES.comments],
  },
  parse: (files) => {
    const advanced = fileNamed(files, ADVANCED);
    return advanced
      ? parseOfacAdvanced(advanced, { source: FILES.source, subCategory: FILES.subCategory })
      : parseOfacCsv(files, FILES);
  },
};
