/** What comes with each execution or quick scan. */
export const commonActions: readonly string[] = [
  'execution.submit',
  'execution.complete',
  'quickscan.submit',
];

/** SQL: that a record is of another act. The index `audit_by_act` has these alone. */
export const isRareAction = `act not in (${commonActions.map((act) => `'${act}'`).join(', ')})`;
