import type { MasterKeys } from './secrets.ts';

/** How many tenants' data keys a master key wraps, and what is known of that key. */
export interface DataKeyState {
  readonly masterKeyId: string;
  readonly count: number;
  /** `missing`: what it wraps cannot be read. */
  readonly state: 'current' | 'previous' | 'missing';
}

/** Puts counts of data keys beside the master keys that are given. */
export function dataKeyStates(
  counts: readonly { readonly masterKeyId: string; readonly count: number }[],
  masterKeys: MasterKeys | undefined,
): DataKeyState[] {
  return counts.map(({ masterKeyId, count }) => {
    if (masterKeyId === masterKeys?.current.id) return { masterKeyId, count, state: 'current' };
    const isKnown = masterKeys?.find(masterKeyId) !== undefined;
    return { masterKeyId, count, state: isKnown ? 'previous' : 'missing' };
  });
}
