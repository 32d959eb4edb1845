import type { SubmittedDocumentView, SubmittedInformation } from '@gatehouse/contract';
import { z } from 'zod';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  openExecution,
  openedNodeRuns,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { AnswerLabels, type ReferenceDirectory } from '../reference/index.ts';
import { consentsIn } from './case-consents.ts';
import { readValues, submittedDocumentsIn } from './case-documents.ts';
import { lookedAt } from './case-files.ts';
import { enteredAgainstRead, type ReadDocument } from './entered-against-read.ts';
import { ownershipIn } from './stated-ownership.ts';

type Fields = Readonly<Record<string, unknown>>;
type Information = SubmittedInformation;

/** A step with its last output. */
interface StepOutput {
  readonly nodeId: string;
  readonly nodeType: string;
  readonly finishedAt: number;
  readonly output: Fields;
}

interface ExecutionRow {
  readonly executionId: string;
  readonly eventType: string;
  readonly outputs: Readonly<Record<string, Fields>>;
  readonly runs: readonly {
    readonly nodeId: string;
    readonly nodeType: string;
    readonly finishedAt: number;
  }[];
}

interface StoredRow extends ExecutionRow, StoredContent {
  readonly runs: readonly (ExecutionRow['runs'][number] & { readonly sequence: number })[];
}

const columns = `select e.execution_id as "executionId", e.event_type as "eventType", e.outputs, ${sealedColumnsOf('e')},
  coalesce((select jsonb_agg(jsonb_build_object('sequence', v.sequence, 'nodeId', v.node_id, 'nodeType', v.node_type,
      'finishedAt', (extract(epoch from v.finished_at) * 1000)::bigint) order by v.sequence)
    from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v), '[]') as runs
  from execution e where e.tenant_id = $1 and e.domain = $2`;

/** What an end user stated in the steps of an execution, in words: what pages, prints and bundles show of it. */
export async function readSubmittedInformation(
  tx: Tx,
  scope: Scope,
  of: {
    readonly executionId: string;
    readonly reference: ReferenceDirectory;
    readonly keys: DomainKeys;
  },
): Promise<SubmittedInformation> {
  const [row] = await tx.sql<StoredRow & Record<string, unknown>>(`${columns} and e.execution_id = $3`, [
    scope.tenantId,
    scope.domain,
    of.executionId,
  ]);
  return informationOf(opened(row!, of.keys, scope), new AnswerLabels(of.reference, scope.tenantId));
}

/**
 * The same of the newest execution of a customer that has a step of an end user; undefined where none of the newest 200 has
 * one.
 */
export async function readCustomerInformation(
  tx: Tx,
  scope: Scope,
  of: {
    readonly customerId: string;
    readonly reference: ReferenceDirectory;
    readonly keys: DomainKeys;
  },
): Promise<
  { readonly executionId: string; readonly submittedInformation: SubmittedInformation } | undefined
> {
  const [row] = await tx.sql<StoredRow & Record<string, unknown>>(
    `${columns} and e.execution_id = (
       select n.execution_id from (
         select execution_id, created_at from execution where tenant_id = $1 and domain = $2 and customer_id = $3
         order by created_at desc, execution_id desc limit $5
       ) n
       where exists (select from gatehouse.node_runs($1, $2, n.execution_id) s where s.node_type = any($4::text[]))
       order by n.created_at desc, n.execution_id desc limit 1)`,
    [scope.tenantId, scope.domain, of.customerId, stepTypes, lookedAt],
  );
  return (
    row && {
      executionId: row.executionId,
      submittedInformation: informationOf(
        opened(row, of.keys, scope),
        new AnswerLabels(of.reference, scope.tenantId),
      ),
    }
  );
}

/** The row with what its execution keeps sealed; without its key nothing was stated, as far as anybody knows. */
function opened(row: StoredRow, keys: DomainKeys, scope: Scope): ExecutionRow {
  const content = openExecution(keys, scope, row);
  if (content === undefined || content === 'keyless') return row;
  const outputs = content.outputs as ExecutionRow['outputs'];
  const runs = openedNodeRuns(
    row.runs.map((run) => ({ ...run, input: null })),
    content,
    (run, { finishedAt }) => ({ ...run, finishedAt: finishedAt.getTime() }),
  );
  return { ...row, outputs, runs };
}

/** What an end user stated in one step, as the log of its execution has it. */
export function submittedInStep(
  reference: ReferenceDirectory,
  tenantId: string,
  step: StepOutput & Pick<ExecutionRow, 'executionId' | 'eventType'>,
): { readonly information: SubmittedInformation; readonly documents: SubmittedDocumentView[] } {
  const { executionId, eventType, nodeId, output } = step;
  const outputs = { [nodeId]: output };
  const information = informationOf(
    { executionId, eventType, outputs, runs: [step] },
    new AnswerLabels(reference, tenantId),
  );
  return { information, documents: step.nodeType === 'documents' ? submittedDocumentsIn(outputs) : [] };
}

/** Steps that state something of a customer; `ownership` takes it from a submit instead of a person. */
const stepTypes = [
  'particulars',
  'required-forms',
  'documents',
  'phone-verification',
  'email-verification',
  'ownership-structure',
  'ownership',
  'review-and-submit',
];

function informationOf(row: ExecutionRow, labels: AnswerLabels): Information {
  const last = new Map(row.runs.map((run) => [run.nodeId, run]));
  const steps = [...last.values()].flatMap((run): StepOutput[] => {
    const output = row.outputs[run.nodeId];
    return output === undefined ? [] : [{ ...run, output }];
  });
  const having = (...types: readonly string[]) => steps.filter(({ nodeType }) => types.includes(nodeType));
  const isPerson = row.eventType === 'KYC_EVENT';
  const entered = Object.assign({}, ...having('particulars').map(({ output }) => output['fields'])) as Fields;
  const documents = isPerson ? having('documents').flatMap(({ output }) => readDocumentsIn(output)) : [];
  return {
    declarations: having('required-forms').flatMap((step) => declarationsIn(step, labels)),
    contacts: having('email-verification', 'phone-verification').flatMap(contactIn),
    particulars: enteredAgainstRead(labels, entered, documents),
    ownership: ownershipIn(having('ownership-structure', 'ownership').at(-1), labels),
    consents: consentsIn(Object.fromEntries(having('review-and-submit').map((s) => [s.nodeId, s.output]))),
  };
}

const forms = z.object({
  forms: z.record(
    z.string(),
    z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]),
  ),
});

function declarationsIn(step: StepOutput, labels: AnswerLabels): Information['declarations'] {
  const parsed = forms.safeParse(step.output);
  return Object.entries(parsed.data?.forms ?? {}).flatMap(([form, entries]) => {
    const isList = Array.isArray(entries);
    return (isList ? entries : [entries]).flatMap((entry, index) => {
      const answers = labels.formAnswers(form, entry);
      if (answers.length === 0) return [];
      const { nodeId, finishedAt } = step;
      const item = isList ? index : null;
      const [title, isOwnTitle] = [labels.formTitle(form), labels.isOwnForm(form)];
      return [{ nodeId, form, title, isOwnTitle, item, answers, submittedAt: finishedAt }];
    });
  });
}

const proved = z.object({
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  verifiedAt: z.number(),
});

function contactIn({ nodeId, output }: StepOutput): Information['contacts'] {
  const { email, phoneNumber, verifiedAt } = proved.safeParse(output).data ?? {};
  const address = email ?? phoneNumber;
  if (address === undefined || verifiedAt === undefined) return [];
  return [{ nodeId, channel: email === undefined ? 'phone' : 'email', address, verifiedAt }];
}

const readDocument = z.object({
  documentId: z.string(),
  type: z.string(),
  country: z.string().nullable(),
  person: z.string().nullable().default(null),
  read: z.record(z.string(), z.unknown()).default({}),
  findings: z.array(z.string()).default([]),
});

/** The documents of the customer itself: those of other people of a company name them. */
function readDocumentsIn(output: Fields): ReadDocument[] {
  const documents = output['documents'];
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((one) => {
    const document = readDocument.safeParse(one).data;
    if (document === undefined || document.person !== null) return [];
    // What the person entered for a document that could not be read is no reading to compare with.
    return [{ ...document, read: readValues(document.findings, document.read) }];
  });
}
