import type { SettingOrigin } from '@gatehouse/contract';
import { useState } from 'react';
import { Refused } from '../api.ts';

/** What is known of a section. */
export type Setting<Value> = SettingOrigin & { readonly value: Value };

/** What somebody writes of a section: kept while others change it, and saved for the version that it began from. */
export interface SettingDraft<Value> {
  readonly value: Value;
  /** The version that it began from. */
  readonly version: number;
  readonly isDirty: boolean;
  /** Somebody else has changed the section since. */
  readonly isOutdated: boolean;
  write(value: Value): void;
  /** Takes what is stored. */
  drop(): void;
  /** Goes on from what is stored now, to write over it. */
  keep(): void;
}

export function useSettingDraft<Value>(stored: Setting<Value>): SettingDraft<Value> {
  const [draft, setDraft] = useState<{ readonly version: number; readonly value: Value }>();
  return {
    value: draft === undefined ? stored.value : draft.value,
    version: draft === undefined ? stored.version : draft.version,
    isDirty: draft !== undefined,
    isOutdated: draft !== undefined && draft.version !== stored.version,
    write: (value) => setDraft({ version: draft?.version ?? stored.version, value }),
    drop: () => setDraft(undefined),
    keep: () => draft && setDraft({ ...draft, version: stored.version }),
  };
}

/** What the service says of one field, to be told there. */
export function faultOf(error: unknown, field: string): string | undefined {
  return error instanceof Refused && error.problem.field === field ? error.problem.message : undefined;
}
