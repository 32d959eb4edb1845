import type { WorkflowFile } from '@gatehouse/contract';
import type { Fault } from './workflow-fault.ts';

type Screening = Extract<WorkflowFile['nodes'][number], { type: 'screening' }>;
type SubjectFields = NonNullable<Screening['subject']>;

const advice = `give idNumber: "data.wallet" and idType: "'wallet address'", which meet the identifiers of listed entities`;

/**
 * What keeps no workflow from being published, and yet is most likely not what its author means. Today: a wallet that is
 * screened by its address as a name, which no list has, so that listed wallets pass as clean.
 */
export function findWarnings(workflow: WorkflowFile): Fault[] {
  const isWeb3 = workflow.eventType === 'WEB3_TRANSACTION_EVENT';
  const subjects = workflow.nodes.flatMap((node, index) =>
    node.type === 'screening' ? subjectsOf(node, index, workflow) : [],
  );
  const named = subjects.filter(
    ({ fields }) => readsWallet(fields.name, isWeb3) && !readsWallet(fields.idNumber, isWeb3),
  );
  if (named.length > 0) {
    return named.map(({ node, place }) => ({
      node,
      place,
      message: `screens a wallet as a name, and lists have no names like it: ${advice}`,
    }));
  }
  if (!isWeb3 || passesWallet(subjects, workflow)) return [];
  return [
    {
      place: 'workflow',
      message: `no screening node passes a wallet as idNumber, so that listed wallets are not found: ${advice}`,
    },
  ];
}

interface ScreenedSubject {
  readonly node: string;
  readonly place: string;
  readonly fields: SubjectFields;
}

function subjectsOf(node: Screening, index: number, { entry }: WorkflowFile): ScreenedSubject[] {
  const at = (place: string, fields: SubjectFields) => ({
    node: node.id,
    place: `nodes[${index}]${place}`,
    fields,
  });
  if (node.subject !== undefined) return [at('.subject', node.subject)];
  if (node.subjects !== undefined)
    return node.subjects.map((fields, turn) => at(`.subjects[${turn}]`, fields));
  if (node.subjectsFrom !== undefined) return [];
  // Without subjects of its own a node takes the fields of data that have the names of the interface's.
  return [at('', Object.fromEntries(entry.map(({ name }) => [name, `data.${name}`])))];
}

/** Whether a screening looks a wallet up. Where no field is called one, any identifier may be. */
function passesWallet(subjects: readonly ScreenedSubject[], { entry }: WorkflowFile): boolean {
  const numbers = subjects.flatMap(({ fields: { idNumber } }) => (idNumber === undefined ? [] : [idNumber]));
  const isNamed = entry.some(({ name }) => readsWallet(name, true));
  return numbers.some((number) => !isNamed || readsWallet(number, true));
}

/** By what an expression reads; outside of Web3 an address is where somebody lives. */
function readsWallet(expression: string | undefined, isWeb3: boolean): boolean {
  return expression !== undefined && (isWeb3 ? /wallet|address/i : /wallet/i).test(expression);
}
