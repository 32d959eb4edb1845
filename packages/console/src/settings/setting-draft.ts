import type { ProblemBody, SettingOrigin } from '@gatehouse/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../api.ts';
import { messageOf } from '../messages/phrase-text.ts';

/** What is known of a section. */
export type Setting<Value> = SettingOrigin & { readonly value: Value };

/** What somebody writes of a section: kept while others change it, and saved for the version that it began from. */
interface SettingDraft<Value> {
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

function useSettingDraft<Value>(stored: Setting<Value>): SettingDraft<Value> {
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

/** A section as its form needs it: what is written of it, and what comes of saving that. */
export interface EditedSetting<Value> extends SettingDraft<Value> {
  readonly error: Error | null;
  readonly isSaving: boolean;
  save(): void;
}

/**
 * Saves a section for the version that its draft began from. Whatever comes of it, what is stored is read again: that
 * shows who was faster.
 */
export function useSetting<Value>(props: {
  readonly stored: Setting<Value>;
  readonly send: (ask: { readonly expectedVersion: number; readonly value: Value }) => Promise<unknown>;
  /** What the section changes besides the settings, as the first part of its query's key. */
  readonly concerns?: string;
}): EditedSetting<Value> {
  const queries = useQueryClient();
  const draft = useSettingDraft(props.stored);
  const readAgain = () =>
    Promise.all(
      ['settings', ...(props.concerns === undefined ? [] : [props.concerns])].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const { error, isPending, mutate } = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: () => props.send({ expectedVersion: draft.version, value: draft.value }),
    onSuccess: async () => {
      await readAgain();
      draft.drop();
    },
    onError: readAgain,
  });
  return { ...draft, error, isSaving: isPending, save: () => mutate() };
}

/** Why the service refused, where it did. */
export function problemOf(error: unknown): ProblemBody | undefined {
  return error instanceof Refused ? error.problem : undefined;
}

/** The error of the service about one field, shown there. */
export function faultOf(error: unknown, field: string): string | undefined {
  const problem = problemOf(error);
  return problem?.field === field ? messageOf(problem) : undefined;
}
