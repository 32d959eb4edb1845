import {
  type DefinitionFault,
  type OverridableKey,
  type Phrase,
  phrase,
  type ReferenceOverrides,
  wordPhrases,
} from '@gatehouse/contract';
import { sentPhrases } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import { checkWorkflow, type Fault } from '../interpreter/index.ts';
import { placeOf } from '../lib/yaml/file-fault.ts';
import { checkOverrides, knownFormsOf } from '../reference/index.ts';
import { readWorkflowResources } from '../workflows/index.ts';

/** Where something is wrong and what would be right; `workflow` and `node` where it would break what is published. */
export type SettingFault = Pick<DefinitionFault, 'place' | 'message' | 'phrases' | 'node' | 'workflow'>;

interface Change {
  readonly key: OverridableKey;
  readonly before: ReferenceOverrides;
  readonly after: ReferenceOverrides;
}

/** What the tenant file would be refused for, and each node of a published workflow that asks for what would be gone. */
export async function checkReference(tx: Tx, tenantId: string, change: Change): Promise<SettingFault[]> {
  const own = checkOverrides(change.after).map(({ path, message, phrases }) => {
    const inKey = path[0] === change.key ? path.slice(1) : path;
    return {
      place: inKey.length === 0 ? change.key : placeOf(inKey),
      message,
      phrases: sentPhrases(phrases),
    };
  });
  // What does not agree with itself says nothing of workflows.
  return own.length > 0 ? own : findBroken(tx, tenantId, change);
}

async function findBroken(tx: Tx, tenantId: string, { key, before, after }: Change): Promise<SettingFault[]> {
  const known = await readWorkflowResources(tx, tenantId);
  const [was, is] = [before, after].map((overrides) => ({ ...known, forms: knownFormsOf(overrides) }));
  const published = await tx.sql<{ domain: string; workflowId: string; definition: unknown }>(
    `select w.domain, w.workflow_id as "workflowId", v.definition
     from workflow w join workflow_version v on v.tenant_id = w.tenant_id and v.domain = w.domain
       and v.workflow_id = w.workflow_id and v.version = w.published_version
     where w.tenant_id = $1 order by w.domain, w.workflow_id`,
    [tenantId],
  );
  return published.flatMap(({ domain, workflowId, definition }) => {
    const faultsWith = (names: typeof was): readonly Fault[] => {
      const checked = checkWorkflow(definition, names!);
      return checked.ok ? [] : checked.faults;
    };
    const stated = new Set(faultsWith(was).map(({ place, message }) => `${place} ${message}`));
    return faultsWith(is)
      .filter(({ place, message }) => !stated.has(`${place} ${message}`))
      .map((fault) => ({
        place: key,
        ...brokenBy({ definition, workflowId, domain }, fault),
        workflow: { domain, workflowId },
        ...(fault.node !== undefined && { node: fault.node }),
      }));
  });
}

/** What a change would break, by the names that people gave the workflow and its step; by their IDs where they gave none. */
export function brokenBy(
  { definition, workflowId, domain }: { definition: unknown; workflowId: string; domain: string },
  { node, place, message, phrases }: Pick<Fault, 'node' | 'place' | 'message' | 'phrases'>,
): Pick<SettingFault, 'message' | 'phrases'> {
  const { name, nodes } = definition as {
    readonly name?: string;
    readonly nodes?: readonly { readonly id: string; readonly title?: string }[];
  };
  const workflow = name ?? workflowId;
  const step = nodes?.find(({ id }) => id === node)?.title ?? node;
  const broken: Phrase =
    step === undefined
      ? phrase('findings.workflowBreaks', { workflow, domain, place })
      : phrase('findings.stepBreaks', { workflow, domain, step });
  const advice = phrase('findings.publishFirst');
  return {
    message: `${wordPhrases(broken)}: ${message}: ${wordPhrases(advice)}`,
    ...(phrases && { phrases: sentPhrases([broken, ...phrases, advice]) }),
  };
}
