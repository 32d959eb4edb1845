/** Texts of the page of an execution, by their keys. */
export const executionTexts = {
  steps: 'Steps',
  allSteps: 'All steps',
  start: 'Start',
  noGraph: 'Your role has no access to workflows, so the graph is not shown.',
  noAnswer: 'The log has no answer of this step.',
  noEdge: 'No edge was chosen.',
  failed: 'Failed',
  reachedBy: 'Reached by',
  continued: 'Continued at',
  because: 'Because',
  values: 'Values read',
  conditionTrue: 'was true',
  otherwise: 'no condition was true',
  onFailure: 'the node did not succeed',
  screened: 'Screened',
  engines: 'Engines and thresholds',
  lists: 'Lists',
  entries: 'Matching list entries',
  topScore: 'Strongest score',
  invalidIdentifiers: 'Invalid identifiers',
  score: 'Risk score',
  baseScore: 'Base score',
  base: 'base',
  parties: 'Parties',
  beneficialOwners: 'Beneficial owners',
  possibleOwners: 'Possible beneficial owners',
  unknownPercent: 'Owner unknown',
  findings: 'Findings',
  changes: 'Changes since before',
  reasons: 'Reasons',
  webhook: 'Webhook',
  sent: 'Fields sent',
  httpStatus: 'HTTP status',
  noHttpAnswer: 'No HTTP answer',
  takenOver: 'Fields taken over',
  waited: 'Waits for',
  notLogged: 'Not logged',
  decision: 'Decision',
  finalDecision: 'Decided by people',
  groups: 'Groups',
  fourEyes: 'Four eyes',
  fourEyesOn: 'A second person confirms',
  none: 'None',
  data: 'Data',
  submittedData: 'Submitted data',
  raw: 'Raw data',
  rawOmitted:
    'Your role has no access to raw data: submitted data, and input and output of steps. A case shows what was submitted.',
} as const;

/** The name of a workflow with its version: `KYC screening, version 3`; its ID where the version is not known. */
export function workflowText(of: {
  readonly workflowId: string;
  readonly workflowName: string | null;
}): string {
  return of.workflowName === null
    ? of.workflowId
    : `${of.workflowName}, version ${of.workflowId.split('@').at(-1)}`;
}

const unitTexts: Readonly<Record<string, string>> = { W: 'weeks', D: 'days', H: 'h', M: 'min', S: 's' };

/** `PT1H30M` as `1 h 30 min`; a workflow has no months. */
export function isoDurationText(duration: string): string {
  const parts = [...duration.matchAll(/([\d.]+)([WDHMS])/g)];
  return parts.map(([, amount, unit]) => `${amount} ${unitTexts[unit!]}`).join(' ');
}

/** Items that are shown, and how many more there are. */
export function listText(items: readonly string[], count = items.length): string {
  const more = count - items.length;
  return `${items.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Entries that match, and those that earlier rulings suppressed. */
export function entriesText(entries: number, suppressed: number): string {
  return suppressed === 0 ? String(entries) : `${entries}, and ${suppressed} suppressed by earlier rulings`;
}

/** Points of a reason, as `+40`. */
export function pointsText(points: number | null): string {
  if (points === null) return 'points not known';
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
