/** Parts of a case's page, as links of the page lead to them. */
export const sectionIds = {
  hits: 'hits',
  ownership: 'ownership',
  documents: 'identity-documents',
  notes: 'notes',
  history: 'history',
} as const;
