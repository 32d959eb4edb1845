import { dirname, isAbsolute, resolve } from 'node:path';
import type { FileFault, FilePath } from '../lib/yaml/file-fault.ts';
import { type LocatedFile, type ReadResult, readLocatedFile } from '../lib/yaml/located-yaml.ts';
import { items, member, type Part } from './tenant-file-checks.ts';

/** A workflow that the file names, read from its own file or inline. */
export interface WorkflowSource {
  readonly domain: string;
  readonly publish: boolean;
  /** Unchecked: publishing tells all that is wrong in it at once. */
  readonly definition: unknown;
  /** The file that holds the definition, for messages. */
  readonly file: string;
  /** A fault at a place inside the definition. */
  readonly fault: (path: FilePath, message: string) => FileFault;
}

export interface ReadWorkflows {
  readonly faults: readonly FileFault[];
  /** By the tenant's place in the file. */
  readonly sources: ReadonlyMap<number, readonly WorkflowSource[]>;
}

/** Reads every workflow that the tenant file names or holds. */
export async function readWorkflows(located: LocatedFile): Promise<ReadWorkflows> {
  const faults: FileFault[] = [];
  const sources = new Map<number, WorkflowSource[]>();
  const files = new Map<string, Promise<ReadResult<LocatedFile>>>();
  const readOnce = (file: string) => {
    const reading = files.get(file) ?? readLocatedFile(file);
    files.set(file, reading);
    return reading;
  };
  for (const [index, tenant] of items({ value: located.value, path: [] }, 'tenants').entries()) {
    const placed = new Set<string>();
    for (const reference of items(tenant, 'workflows')) {
      const read = await readWorkflow(located, reference, readOnce);
      if (!read.ok) {
        faults.push(...read.faults);
        continue;
      }
      if (read.value === undefined) continue;
      const { source, id } = read.value;
      const key = JSON.stringify([source.domain, id]);
      if (id !== undefined && placed.has(key)) {
        faults.push(
          located.fault(
            reference.path,
            `the workflow ${id} is already defined for the domain ${source.domain}`,
          ),
        );
      }
      placed.add(key);
      sources.set(index, [...(sources.get(index) ?? []), source]);
    }
  }
  return { faults, sources };
}

/** Undefined where the tenant file's schema has already refused the reference. */
async function readWorkflow(
  located: LocatedFile,
  reference: Part,
  readOnce: (file: string) => Promise<ReadResult<LocatedFile>>,
): Promise<ReadResult<{ source: WorkflowSource; id: string | undefined } | undefined>> {
  const { value: name } = member(reference, 'file');
  const inline = member(reference, 'workflow');
  const settings = {
    domain: String(member(reference, 'domain').value),
    publish: member(reference, 'publish').value !== false,
  };
  if (inline.value !== undefined) {
    const fault = (path: FilePath, message: string) => located.fault([...inline.path, ...path], message);
    const source = { ...settings, definition: inline.value, file: located.file, fault };
    return { ok: true, value: { source, id: workflowIdOf(inline.value) } };
  }
  if (typeof name !== 'string' || name === '') return { ok: true, value: undefined };
  const file = isAbsolute(name) ? name : resolve(dirname(located.file), name);
  const read = await readOnce(file);
  if (!read.ok) {
    const missing = read.faults.find((fault) => fault.line === undefined);
    if (missing === undefined) return read;
    return { ok: false, faults: [located.fault([...reference.path, 'file'], `${file} ${missing.message}`)] };
  }
  const source = { ...settings, definition: read.value.value, file, fault: read.value.fault };
  return { ok: true, value: { source, id: workflowIdOf(read.value.value) } };
}

/** The id that a definition says, checked or not. */
export function workflowIdOf(definition: unknown): string | undefined {
  const { value } = member({ value: definition, path: [] }, 'id');
  return typeof value === 'string' ? value : undefined;
}
