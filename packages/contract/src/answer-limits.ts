/** The longest list of a step's answer in `executions.read`; counts say how many there are. */
export const maxAnswerItems = 20;
