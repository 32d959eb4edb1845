/**
 * What was typed into a step and is not on the server yet, so that a reload or a step back loses nothing. It lies
 * in the tab's own storage, goes when the step was taken, and with the tab at the latest.
 */

const prefix = 'gatehouse-draft:';

export function readDraft<Draft>(callbackKey: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(prefix + callbackKey);
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    return undefined;
  }
}

export function keepDraft(callbackKey: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + callbackKey, JSON.stringify(draft));
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}

export function dropDraft(callbackKey: string): void {
  try {
    sessionStorage.removeItem(prefix + callbackKey);
  } catch {
    // Nothing was kept.
  }
}

/** Nothing that was typed stays behind once the flow has ended. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
