import { businessCodes, type ConfigKey, configKeys } from '@gatehouse/contract';
import { type Handlers, refuse } from '../gateway/index.ts';
import type { ReferenceDirectory } from './reference-directory.ts';

const known = new Set<string>(configKeys);

/** Handles `prepare.platform.config` (interface specification 4.8) from memory. */
export function preparePlatformConfig({
  reference,
}: {
  reference: ReferenceDirectory;
}): Handlers['prepare.platform.config'] {
  return async (call, { keys }) => {
    const requested = keys.split(',').map((key) => key.trim());
    const unknown = requested.find((key) => !known.has(key));
    if (unknown !== undefined) {
      const said = unknown === '' ? 'an empty key' : unknown;
      return refuse(businessCodes.badParameter, `keys names ${said}: the keys are ${configKeys.join(', ')}`);
    }
    return reference.answer(call.scope.tenantId, new Set(requested as ConfigKey[]));
  };
}
