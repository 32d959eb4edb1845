import { type OfacFiles, parseOfacCsv } from './ofac-csv.ts';
import type { ListSource } from './source.ts';

const FILES: OfacFiles = {
  source: 'us-ofac-sdn',
  subCategory: 'ofac-sdn',
  names: 'sdn.csv',
  alternates: 'alt.csv',
  addresses: 'add.csv',
  comments: 'sdn_comments.csv',
};
const EXPORTS = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/** Specially Designated Nationals and Blocked Persons, CSV set. */
export const usOfacSdn: ListSource = {
  id: 'us-ofac-sdn',
  title: 'OFAC Specially Designated Nationals',
  publisher: 'United States Department of the Treasury, Office of Foreign Assets Control',
  licence: 'United States public domain',
  urls: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'].map((file) => `${EXPORTS}/${file}`),
  fileNames: { required: [FILES.names, FILES.alternates, FILES.addresses], optional: [FILES.comments] },
  parse: (files) => parseOfacCsv(files, FILES),
};
