import type { MasterKeys } from './secrets.ts';

/** How many tenants' data keys a master key wraps, and what is known of that key. */
export interface DataKeyState {
  readonly masterKeyId: string;
  readonly count: number;
  /** `missing`: what it wraps cannot be read. The name is fixed: `doctor` reads it as JSON from a running server. */
  readonly standing: 'current' | 'previous' | 'missing';
}

/** Puts counts of data keys beside the master keys that are given. */
export function dataKeyStates(
  counts: readonly { readonly masterKeyId: string; readonly count: number }[],
  masterKeys: MasterKeys | undefined,
): DataKeyState[] {
  return counts.map(({ masterKeyId, count }) => {
    if (masterKeyId === masterKeys?.current.id) return { masterKeyId, count, standing: 'current' };
    const isKnown = masterKeys?.find(masterKeyId) !== undefined;
    return { masterKeyId, count, standing: isKnown ? 'previous' : 'missing' };
  });
}
