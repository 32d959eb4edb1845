import { z } from 'zod';
import { listEngines, workflowEventTypes } from '../domain-values.ts';
import { requiredText, trimmedText } from '../fields.ts';
import { hitSchema } from '../hit.ts';
import { caseStates } from '../states.ts';
import { caseDocument } from './case-work.ts';
import { defineConsoleRoute } from './route.ts';
import { rulingView } from './rulings.ts';
import { screenedSubject } from './screened-subject.ts';
import { submittedInformation } from './submitted-information.ts';

/** Customers: who was submitted, and everything that is known of them (docs/console-api.md). */

const instant = z.int().describe('Epoch milliseconds.');
const customerParams = z.object({ domain: z.string(), customerId: requiredText(200) });

const latestCase = z
  .object({
    caseNo: z.string(),
    status: z.enum(caseStates),
    eventType: z.enum(workflowEventTypes),
    awaitsSecondApproval: z.boolean(),
    isPending: z.boolean().describe('A decision was made that can still be taken back.'),
    riskScore: z.number().nullable(),
  })
  .meta({ id: 'LatestCase' });
export type LatestCase = z.infer<typeof latestCase>;

const customerSummary = z
  .object({
    domain: z.string(),
    customerId: z.string(),
    customerType: z.string().nullable(),
    name: z
      .string()
      .nullable()
      .describe(
        'As last submitted; of an event without a subject of its own, its `companyName`, else as last screened for the customer.',
      ),
    isMonitored: z.boolean(),
    latestCase: latestCase
      .nullable()
      .describe('The case that was opened last, open or resolved; null without one.'),
    createdAt: instant,
    updatedAt: instant.describe('When a submit last updated the customer; epoch milliseconds.'),
  })
  .meta({ id: 'CustomerSummary' });
export type CustomerSummary = z.infer<typeof customerSummary>;

const customerDetail = customerSummary
  .extend({
    profile: z.record(z.string(), z.unknown()).describe('Latest value of each submitted field.'),
    idType: z.string().nullable(),
    idNumber: z.string().nullable().describe('Of the first submission.'),
    relationshipEndedOn: z
      .string()
      .nullable()
      .describe('The day on which the business relationship ended, as somebody stated; null: it goes on.'),
  })
  .meta({ id: 'CustomerDetail' });
export type CustomerDetail = z.infer<typeof customerDetail>;

const customerHit = z.object({
  entityId: z.string(),
  subject: screenedSubject.describe('The customer itself, or a party of it.'),
  source: z.string(),
  engine: z.enum(listEngines),
  score: z.number(),
  hit: hitSchema,
  silenced: z.boolean(),
  executionId: z.string(),
  caseNo: z.string().nullable().describe('The case of that execution; null where none was opened.'),
  at: instant,
  ruling: rulingView.nullable().describe('The newest; null without a ruling.'),
});

const followedParty = screenedSubject
  .extend({
    statedBy: z.string().describe('`ownership`, or event type and ID of the screening node that states it.'),
    statedAt: instant.describe('When it was last stated; epoch milliseconds.'),
    isMonitored: z
      .boolean()
      .describe(
        'Whether it is screened again when a list changes: the customer is monitored, and it can be screened.',
      ),
    lastScreenedAt: instant
      .nullable()
      .describe(
        'When one of the last 100 workflows of the customer screened it as it is stated now; null: none did. Looking it up after a list change is not counted.',
      ),
    openHits: z
      .int()
      .nullable()
      .describe('Hits without a decision. Null where nothing tells the party from another one.'),
  })
  .meta({ id: 'FollowedParty' });
export type FollowedParty = z.infer<typeof followedParty>;

/** Most parties that an answer has. */
export const maxShownParties = 500;

export const customerRoutes = {
  'customers.list': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers',
    title: 'Find customers by id or name; without a search those that changed last',
    access: 'customers.read',
    params: z.object({ domain: z.string() }),
    query: z.object({
      search: trimmedText(200)
        .optional()
        .describe(
          'Beginning of an id, or of each of several words of a name; accents and case do not matter.',
        ),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({
      customers: z.array(customerSummary),
      more: z.boolean().describe('More customers match; narrow the search.'),
    }),
    problems: [],
  }),
  'customers.read': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}',
    title: 'Read the profile of a customer',
    access: 'customers.read',
    params: customerParams,
    output: customerDetail,
    problems: [],
  }),
  'customers.endRelationship': defineConsoleRoute({
    method: 'POST',
    path: '/domains/{domain}/customers/{customerId}/relationship',
    title: 'State when the business relationship ended, from which retention counts; null: it goes on',
    access: 'customers.work',
    params: customerParams,
    body: z.strictObject({
      endedOn: z.iso.date().nullable().describe('The last day, `YYYY-MM-DD`.'),
    }),
    furtherRules: { endedOn: 'is not in the future, and not before 1900' },
    output: z.object({ relationshipEndedOn: z.string().nullable() }),
    problems: [],
  }),
  'customers.hits': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/hits',
    title: 'The newest hit of a customer and each of its parties on each listed entity, with its ruling',
    access: 'customers.read',
    params: customerParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    output: z.object({ hits: z.array(customerHit) }),
    problems: [],
  }),
  'customers.submittedInformation': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/submitted-information',
    title:
      'What was stated in the newest execution of a customer with steps of an end user or ownership, in words',
    access: 'customers.read',
    params: customerParams,
    output: z.object({
      executionId: z.string().nullable().describe('Null where nothing was stated.'),
      submittedInformation: submittedInformation.nullable(),
    }),
    problems: [],
  }),
  'customers.parties': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/parties',
    title: 'Owners, directors and other parties of a customer, as monitoring follows them',
    details: `Largest share first, at most ${maxShownParties}.`,
    access: 'customers.read',
    params: customerParams,
    output: z.object({
      parties: z.array(followedParty),
      total: z.int().describe('All parties, also those that are left out.'),
    }),
    problems: [],
  }),
  'customers.documents': defineConsoleRoute({
    method: 'GET',
    path: '/domains/{domain}/customers/{customerId}/documents',
    title: 'Files of a customer: what newer submits refer to, and what was attached to cases',
    access: 'uploads.read',
    params: customerParams,
    output: z.object({
      documents: z.array(
        caseDocument.extend({
          caseNo: z.string().nullable().describe('The case that it belongs to.'),
          document: z
            .object({
              type: z.string().describe('Code of `platform_document_master`.'),
              country: z.string().nullable(),
            })
            .nullable()
            .describe('The document of a `documents` step that it is a picture of; else null.'),
        }),
      ),
    }),
    problems: [],
  }),
} as const;
