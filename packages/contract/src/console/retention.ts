import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { periodPattern, retentionBases, retentionKinds } from '../retention.ts';
import { defineConsoleRoute } from './route.ts';

/** How long data is kept, and what goes by age (docs/retention.md). */

const instant = z.int().describe('Epoch milliseconds.');
const inDomain = z.object({ domain: z.string() });
const ofChange = z.object({ domain: z.string(), changeId: z.string() });
const ofRun = z.object({ domain: z.string(), runId: z.string() });
const reason = requiredText(1000);
const kind = z.enum(retentionKinds);
const period = z
  .string()
  .regex(periodPattern)
  .describe('An ISO 8601 duration of days, months or years, such as `P30D`, `P18M` or `P5Y`.');
const basis = z
  .enum(retentionBases)
  .describe(
    '`customers` alone. `RELATIONSHIP_END`: counted from the end of the relationship, and a customer whose end nobody stated stays, unless it was rejected last. `LAST_DECISION`: such a customer is counted from its last decision, unless it is monitored.',
  );
const appliesTo = z
  .enum(['domain', 'tenant'])
  .describe('`tenant`: all domains that have no period of their own.');

const rule = z
  .object({
    period: period.nullable().describe('Null: kept without end; `executions`: as long as their customer.'),
    basis: basis.nullable(),
  })
  .meta({ id: 'RetentionRule' });
export type RetentionRule = z.infer<typeof rule>;

const periodView = z
  .object({
    kind,
    rule: rule.describe('What applies in this domain.'),
    from: z.enum(['default', 'tenant', 'domain']).describe('Where that was said.'),
    default: rule.describe('What applies where nobody says otherwise.'),
    tenant: rule.nullable().describe('What all domains have; null: the default.'),
    domain: rule.nullable().describe('What this domain has for itself; null: as all domains.'),
  })
  .meta({ id: 'RetentionPeriod' });
export type RetentionPeriodView = z.infer<typeof periodView>;

const changeView = z
  .object({
    changeId: z.string(),
    kind,
    appliesTo,
    isReset: z.boolean().describe('Back to the default, or to the period of all domains.'),
    rule,
    previous: rule,
    reason: z.string(),
    state: z
      .enum(['REQUESTED', 'APPLIED', 'REFUSED'])
      .describe('`REQUESTED`: it keeps data for less long, and waits for a second person.'),
    requestedBy: z.string(),
    requestedAt: instant,
    answeredBy: z.string().nullable(),
    answeredAt: instant.nullable(),
    refusal: z.string().nullable(),
  })
  .meta({ id: 'RetentionChange' });
export type RetentionChangeView = z.infer<typeof changeView>;

export const keptReasons = ['HOLD', 'OPEN_CASE', 'RUNNING', 'ONGOING', 'MONITORED', 'FAILED'] as const;
const kept = z
  .partialRecord(z.enum(keptReasons), z.int())
  .describe(
    'What was old enough and stays, by reason. `HOLD`: a legal hold. `OPEN_CASE`, `RUNNING`: a case or workflow that has not ended. `ONGOING`: nobody stated the end of the relationship. `MONITORED`: the customer is monitored, so the relationship goes on. `FAILED`: it could not be deleted; the next run tries again.',
  )
  .meta({ id: 'RetentionKept' });
export type KeptCounts = z.infer<typeof kept>;

const runView = z
  .object({
    runId: z.string(),
    appliesTo: appliesTo.describe('`tenant`: what belongs to no domain, such as audit records of sign-ins.'),
    state: z
      .enum(['COUNTING', 'WAITING', 'RUNNING', 'DONE', 'CANCELLED'])
      .describe('`WAITING`: it would take implausibly much, and somebody has to confirm it.'),
    asOf: instant.describe('All ages are counted to here.'),
    kinds: z.array(
      z
        .object({
          kind,
          rule,
          due: z.int().describe('What was due when the run began.'),
          kept,
          removed: z.int(),
          rows: z
            .record(z.string(), z.int())
            .describe('Rows that went, by table; `file`: files of the file store.'),
        })
        .meta({ id: 'RetentionRunKind' }),
    ),
    waitsFor: z
      .object({
        cause: z.enum(['MUCH', 'GAP']),
        kind: kind.nullable(),
        count: z.int().describe('How much would go; of `GAP` the days since the run before.'),
        limit: z.int().describe('Up to how much nobody is asked.'),
      })
      .nullable()
      .describe(
        'Why nothing goes before somebody confirms it. `MUCH`: more than ten times the largest of the last runs. `GAP`: the run before was long ago, so the clock may have jumped.',
      ),
    answeredBy: z.string().nullable(),
    answeredAt: instant.nullable(),
    failure: z
      .string()
      .nullable()
      .describe('The last failure, such as of the file store; what failed is tried again by the next run.'),
    startedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'RetentionRun' });
export type RetentionRunView = z.infer<typeof runView>;

const changeOutput = z.object({ change: changeView });
const runOutput = z.object({ run: runView });

export const retentionRoutes = {
  'retention.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/retention',
    title: 'Retention periods of a domain, changes of them, and the newest runs',
    access: 'retention.read',
    params: inDomain,
    output: z.object({
      periods: z.array(periodView),
      changes: z.array(changeView).describe('Those that wait for a second person first, then the newest.'),
      nextRunAt: instant.nullable().describe('Null: a run is under way or waits.'),
      runs: z.array(runView).describe('The newest first.'),
    }),
    problems: [],
  }),
  'retention.preview': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/retention/preview',
    title: 'What the next run would delete with a period',
    access: 'retention.read',
    params: inDomain,
    query: z.object({ kind, appliesTo, period, basis: basis.optional() }),
    output: z.object({
      due: z.int(),
      kept,
      isComplete: z
        .boolean()
        .describe('False: only the oldest were counted, so that it is at least as much.'),
    }),
    problems: [],
  }),
  'retention.customer': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/retention',
    title: 'How long a customer is kept as things are, apart from holds and what has not ended',
    access: 'customers.read',
    params: z.object({ domain: z.string(), customerId: requiredText(200) }),
    output: z.object({
      rule,
      isOngoing: z
        .boolean()
        .describe('The relationship goes on: nobody stated its end, and nothing else starts the period.'),
      countedFrom: z.iso
        .date()
        .describe(
          'The day after the stated end of the relationship or the day of the last decision, whichever is later.',
        ),
      until: z.iso
        .date()
        .nullable()
        .describe(
          'The day on which the period ends; null while the relationship goes on, or without a period.',
        ),
    }),
    problems: [],
  }),
  'retention.change': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/retention/changes',
    title: 'Change a retention period; a shorter one takes effect when another person approves it',
    access: 'retention.manage',
    params: inDomain,
    body: z.strictObject({
      kind,
      appliesTo,
      rule: rule.nullable().describe('Null: back to the default, or to the period of all domains.'),
      reason,
    }),
    furtherRules: { 'rule.basis': 'is null where `kind` is not `customers`' },
    example: {
      kind: 'quickScans',
      appliesTo: 'domain',
      rule: { period: 'P1Y', basis: null },
      reason: 'Our policy 7',
    },
    output: changeOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'retention.approve': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/retention/changes/{changeId}/approve',
    title: 'Approve a shorter period that somebody else requested; the next run deletes by it',
    access: 'retention.manage',
    needsProof: true,
    params: ofChange,
    body: z.strictObject({
      confirmation: requiredText(200).describe(
        'The domain once more, or the ID of the tenant for all domains.',
      ),
    }),
    output: changeOutput,
    problems: ['MOVE_REFUSED', 'OWN_WORK'],
  }),
  'retention.refuse': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/retention/changes/{changeId}/refuse',
    title: 'Refuse a shorter period, or withdraw one’s own request',
    access: 'retention.manage',
    params: ofChange,
    body: z.strictObject({ reason }),
    output: changeOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'retention.confirmRun': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/retention/runs/{runId}/confirm',
    title: 'Let a run that waits go on; what it counted is deleted for ever',
    access: 'retention.manage',
    needsProof: true,
    params: ofRun,
    body: z.strictObject({
      confirmation: requiredText(200).describe(
        'The domain once more, or the ID of the tenant for what belongs to no domain.',
      ),
    }),
    output: runOutput,
    problems: ['MOVE_REFUSED'],
  }),
  'retention.cancelRun': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/retention/runs/{runId}/cancel',
    title: 'Cancel a run that waits or is under way; the next one comes a day after it',
    access: 'retention.manage',
    params: ofRun,
    output: runOutput,
    problems: ['MOVE_REFUSED'],
  }),
} as const;
