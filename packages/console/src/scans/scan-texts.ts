/** Texts of a scan's result by key. */
export const scanTexts = {
  hits: 'Hits',
  foundBy: 'Found by',
  same: 'Probably the same person or company',
  joinedBy: 'Joined by',
  indirectly: 'an entry that both resemble',
  openCase: 'Open case…',
  openCaseTitle: 'Open a case from this scan',
  effect:
    'Submits the name through the published workflow for MANUAL_CASE_EVENT and uses one unit of its quota. The workflow screens it again and decides whether people review it. The hits of this scan stay here, and the case links to them.',
  customerId: 'Customer ID',
  customerIdHint: 'A known customer takes the scanned name.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'YYYY-MM-DD or YYYY. Optional.',
  submit: 'Submit',
  case: 'Case',
  execution: 'Submitted, execution',
} as const;
