/** The steps between which a server can be killed, each with what its statement looks like. */
const executionSteps: readonly (readonly [string, RegExp])[] = [
  ['submit', /insert into execution \(/],
  ['fetch', /gatehouse_jobs\.job[\s\S]*for update of j skip locked/i],
  ['take', /update execution e set fence = /],
  ['settle', /e\.fence = r\.fence/],
  ['log', /insert into visit /],
  ['intent', /insert into webhook_delivery /],
  ['record', /update webhook_attempt w set outcome/],
  ['case', /insert into case_record/],
  ['timer', /state = 'WAITING' and due_at <= now\(\)/],
  ['claim', /update webhook_delivery o set owner_node = \$/],
  ['hold', /from webhook_delivery[\s\S]*owner_node = [\s\S]*for update/],
  ['finish', /delete from gatehouse_jobs/i],
];

/** The same of a run of monitoring. */
const monitoringSteps: readonly (readonly [string, RegExp])[] = [
  ['take run', /update gatehouse\.monitoring_run set fence = /],
  ['advance run', /update monitoring_run set cursor = /],
  ['start workflow', /insert into monitoring_start/],
  ['end run', /update monitoring_run set state = /],
];

/** The same of a decision that people can take back for some seconds. */
const heldDecisionSteps: readonly (readonly [string, RegExp])[] = [
  ['hold decision', /update case_record c set [\s\S]*pending_until = now\(\) \+ make_interval/],
  ['take back', /update case_record c set revision = revision \+ 1, pending = null/],
  ['find due decisions', /from case_record\s+where pending_until <= now\(\)/],
  ['complete by decision', /update execution e set state = 'COMPLETED', decision = \$4/],
];

export const steps: readonly (readonly [string, RegExp])[] = [
  ...executionSteps,
  ...monitoringSteps,
  ...heldDecisionSteps,
];

/** The steps that name the transaction they stand in, for its commit. */
const executionCommits: readonly string[] = ['take', 'settle', 'timer', 'claim', 'hold'];
const heldDecisionCommits: readonly string[] = ['hold decision', 'take back', 'complete by decision'];
export const commitSteps: readonly string[] = [
  ...executionCommits,
  'take run',
  'advance run',
  'end run',
  ...heldDecisionCommits,
];

/** Every point of an execution's life at which a server can kill itself. */
export const killPoints = pointsOf(executionSteps, executionCommits);

/** Every point at which a server can kill itself between a held decision and its end. */
export const holdKillPoints = pointsOf(heldDecisionSteps, heldDecisionCommits);

function pointsOf(
  ofSteps: readonly (readonly [string, RegExp])[],
  commits: readonly string[],
): readonly string[] {
  return ['before', 'after'].flatMap((when) =>
    [...ofSteps.map(([name]) => name), ...commits.map((name) => `commit of ${name}`)].map(
      (step) => `${when} ${step}`,
    ),
  );
}
