/** What comes with each execution or quick scan. */
export const commonActs: readonly string[] = ['execution.submit', 'execution.complete', 'quickscan.submit'];

/** SQL: that a record is of another act. The index `audit_by_act` has these alone. */
export const isRareAct = `act not in (${commonActs.map((act) => `'${act}'`).join(', ')})`;
