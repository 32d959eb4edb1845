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

export const steps: readonly (readonly [string, RegExp])[] = [...executionSteps, ...monitoringSteps];

/** The steps that name the transaction they stand in, for its commit. */
const executionCommits: readonly string[] = ['take', 'settle', 'timer', 'claim', 'hold'];
export const commitSteps: readonly string[] = [...executionCommits, 'take run', 'advance run', 'end run'];

/** Every point of an execution's life at which a server can kill itself. */
export const killPoints: readonly string[] = ['before', 'after'].flatMap((when) =>
  [...executionSteps.map(([name]) => name), ...executionCommits.map((name) => `commit of ${name}`)].map(
    (step) => `${when} ${step}`,
  ),
);
