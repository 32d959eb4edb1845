import { z } from 'zod';
import { controlMeans, officerRoles } from '../stated-ownership.ts';
import { consentView } from './consents.ts';

/** What an end user stated in the steps of a hosted flow, in words (docs/console-api.md). */

const instant = z.number().describe('Epoch milliseconds.');

/** Codes of an answer with their English names, for whoever names them in another language. */
const statedChoices = z
  .object({
    list: z
      .string()
      .describe(
        'Key of the choices in the reference configuration; `boolean`; or the field, for codes of its own.',
      ),
    choices: z.array(
      z
        .object({ code: z.string(), name: z.string().describe('In English, or in the tenant’s words.') })
        .meta({ id: 'StatedChoice' }),
    ),
  })
  .meta({ id: 'StatedChoices' });

const answer = z
  .object({
    field: z.string(),
    label: z
      .string()
      .describe('Label of the field in `particular` or in its form; in English or the tenant’s own.'),
    isOwnLabel: z.boolean().describe('The label is set by the tenant and is the same in every language.'),
    value: z
      .string()
      .describe('In English: names of choices, countries as `Germany (DE)`, `Yes` or `No`; texts as stated.'),
    coded: statedChoices.nullable().describe('Null where the value is a text as stated.'),
  })
  .meta({ id: 'StatedField' });
export type StatedField = z.infer<typeof answer>;

const declaration = z.object({
  nodeId: z.string(),
  form: z.string().describe('Code of the form in `required-form`.'),
  title: z.string(),
  isOwnTitle: z.boolean().describe('The title is set by the tenant and is the same in every language.'),
  item: z
    .int()
    .nullable()
    .describe('Index of the entry, from 0, of a form that can be filled several times; else null.'),
  answers: z.array(answer).describe('Fields without an answer are left out.'),
  submittedAt: instant,
});

const provedContact = z.object({
  nodeId: z.string(),
  channel: z.enum(['email', 'phone']),
  address: z.string(),
  verifiedAt: instant.describe('When the person entered the code that was sent there; epoch milliseconds.'),
});

const enteredParticular = answer.extend({
  read: z
    .array(
      z.object({
        documentId: z.string(),
        type: z.string().describe('Code of `platform_document_master`.'),
        country: z.string().nullable(),
        value: z.string().describe('As read from it, before the person changed anything.'),
        differs: z
          .boolean()
          .describe('Whether it is another value; of names, whether they are no strong match.'),
      }),
    )
    .describe('Values of the documents of the person; empty where none was read.'),
});

const statedParty = z.object({
  id: z.string().describe('Its id in `relations`.'),
  name: z.string(),
  isNamed: z.boolean().describe('`false`: the list that states it does not name it; `name` then says so.'),
  kind: z
    .enum(['individual', 'corporate', 'unknown'])
    .describe('`unknown`: only a list states it, and does not say which.'),
  source: z.string().describe('`stated`, or the id of the list that states it.'),
  roles: z.array(z.string()),
  isBeneficialOwner: z.boolean().describe('Whether it is one for certain.'),
  isPossibleBeneficialOwner: z
    .boolean()
    .describe('Whether it may be one, by what is not known of the ownership.'),
  percent: z
    .number()
    .nullable()
    .describe('Effective share of the customer, at least; null where it holds nothing.'),
  percentAtMost: z.number().nullable(),
  votingPercent: z
    .number()
    .nullable()
    .describe('Effective votes, at least; null where no votes are stated that differ from shares.'),
  votingPercentAtMost: z.number().nullable(),
  path: z.array(z.string()).describe('Names from the party down to the customer’s own holder.'),
  facts: z.array(answer).describe('What was stated of the party.'),
});

const statedRelation = z
  .object({
    from: z.string().describe('`id` of the party that holds, controls or directs.'),
    to: z.string().describe('`id` of the company; of the customer `customerId` of the ownership.'),
    kind: z.enum(['owns', 'controls', 'directs', 'linked']),
    percent: z.number().nullable().describe('Direct share, at least; null where it is not stated.'),
    percentAtMost: z.number().nullable(),
    votingPercent: z.number().nullable().describe('Votes, where they are stated apart from the share.'),
    votingPercentAtMost: z.number().nullable(),
    means: z.enum(controlMeans).nullable().describe('Of `controls`.'),
    role: z.enum(officerRoles).nullable().describe('Of `directs`.'),
  })
  .meta({ id: 'OwnershipRelation' });

export const submittedInformation = z
  .object({
    declarations: z.array(declaration).describe('Answers to forms, in the order of the steps.'),
    contacts: z.array(provedContact).describe('Addresses that the person proved by a code.'),
    particulars: z
      .array(enteredParticular)
      .describe('What the person entered, beside what was read from documents.'),
    ownership: z
      .object({
        parties: z.array(statedParty).describe('Largest share first.'),
        customerId: z.string().describe('The customer in `relations`; the id of no party.'),
        relations: z
          .array(statedRelation)
          .describe(
            'Who holds, controls and directs whom, directly; with what lists state, where it counts.',
          ),
        unknownPercent: z.number().describe('Share of the customer whose holder is not known.'),
        statedAt: instant,
      })
      .nullable()
      .describe('The newest stated ownership; null where none was stated.'),
    consents: z.array(consentView),
  })
  .meta({ id: 'SubmittedInformation' });
export type SubmittedInformation = z.infer<typeof submittedInformation>;
