import type { SecretReference } from '@gatehouse/contract';
import type { FileFault } from '../lib/yaml/file-fault.ts';
import type { LocatedFile } from '../lib/yaml/located-yaml.ts';
import { items, member, type Part } from './tenant-file-checks.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The texts behind `{env: NAME}`, and a fault for each that is not there; no fault tells a value. */
export interface ResolvedSecrets {
  readonly faults: readonly FileFault[];
  textOf(reference: SecretReference | undefined): string | undefined;
}

/** For those who compare a file and have none of its secrets. */
export const ignoredSecrets: ResolvedSecrets = { faults: [], textOf: () => undefined };

/** Shortest secrets by kind, as the schema has them for literals. */
const minLengths = { apiKeys: 16, users: 8, webhooks: 1, singleSignOn: 8 } as const;

export function resolveSecrets(located: LocatedFile, environment: Environment): ResolvedSecrets {
  const faults: FileFault[] = [];
  const check = (secret: Part, minLength: number): void => {
    const { value: name } = member(secret, 'env');
    if (typeof name !== 'string') return;
    const text = Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
    if (text === '') faults.push(located.fault(secret.path, `the environment variable ${name} is not set`));
    else if (text.length < minLength) {
      const rule = `must have at least ${minLength} characters`;
      faults.push(located.fault(secret.path, `the value of the environment variable ${name} ${rule}`));
    }
  };
  for (const tenant of items({ value: located.value, path: [] }, 'tenants')) {
    for (const key of items(tenant, 'apiKeys')) check(member(key, 'secret'), minLengths.apiKeys);
    for (const user of items(tenant, 'users')) check(member(user, 'password'), minLengths.users);
    for (const provider of items(tenant, 'singleSignOn')) {
      check(member(provider, 'clientSecret'), minLengths.singleSignOn);
    }
    for (const webhook of items(tenant, 'webhooks')) {
      check(member(member(webhook, 'signature'), 'secret'), minLengths.webhooks);
    }
  }
  const textOf = (reference: SecretReference | undefined) =>
    typeof reference === 'object' ? environment[reference.env] : reference;
  return { faults, textOf };
}
