import { describe, expect, it } from 'vitest';
import { Drafts } from './drafts.ts';

/** A tab's storage: its keys are its own members, as in browsers. */
function storageOf(kept: Record<string, string>): Storage {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  return new Proxy(kept, {
    get: (target, key) => methods[key as keyof typeof methods] ?? target[key as string],
  }) as unknown as Storage;
}

const at = (callbackKey: string, part?: string) => ({
  nodeId: 'forms',
  callbackKey,
  ...(part !== undefined && { part }),
});
const steps = (...states: ('done' | 'current' | 'ahead')[]) =>
  states.map((state, index) => ({
    nodeId: ['about', 'forms'][index]!,
    type: 'required-forms' as const,
    title: null,
    state,
  }));
const token = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefg';

describe('what was typed and is not on the server', () => {
  it('is there after a reload, and when the step is left, by whomever, and opened again', () => {
    const kept = {};
    new Drafts(token, storageOf(kept)).keep(at('first', 'owner'), { given: 1 }, 'typed');
    const reloaded = new Drafts(token, storageOf(kept));
    expect(reloaded.read(at('first', 'owner'), { given: 2 })).toBe('typed');
    // The person went back a step: this one waits under another key then.
    reloaded.reconcile({ state: 'step', steps: steps('current', 'ahead') });
    expect(reloaded.read(at('second', 'owner'), { given: 1 })).toBe('typed');
    // Another tab gave it meanwhile, and it was opened again.
    expect(reloaded.read(at('second', 'owner'), { given: 2 })).toBeUndefined();
    expect(reloaded.read(at('first'), { given: 1 })).toBeUndefined();
  });

  it('goes when its step was given, and all of it when the flow has ended', () => {
    const kept: Record<string, string> = { 'gatehouse-link': token };
    const drafts = new Drafts(token, storageOf(kept));
    const type = () => {
      drafts.keep(at('key', 'a'), null, 'typed');
      drafts.keep({ nodeId: 'about', callbackKey: 'other' }, null, 'typed');
    };
    type();
    drafts.reconcile({ state: 'step', steps: steps('done', 'current') });
    expect(drafts.read({ nodeId: 'about', callbackKey: 'other' }, null)).toBeUndefined();
    expect(drafts.read(at('key', 'a'), null)).toBe('typed');
    for (const state of ['done', 'ended'] as const) {
      type();
      drafts.reconcile({ state, steps: [] });
      expect(kept).toEqual({ 'gatehouse-link': token });
    }
  });

  it('is of one flow: the next person of a tab finds nothing, and it tells no link', () => {
    const kept = {};
    new Drafts(token, storageOf(kept)).keep(at('key'), null, 'typed');
    expect(JSON.stringify(kept)).not.toContain(token.slice(0, 7));
    expect(new Drafts(`b${token}`, storageOf(kept)).read(at('key'), null)).toBeUndefined();
    expect(kept).toEqual({});
  });

  it('is lost with the screen where the browser keeps nothing', () => {
    const full = {
      ...storageOf({}),
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const storage of [null, full]) {
      const drafts = new Drafts(token, storage);
      drafts.keep(at('key'), null, 'typed');
      expect(drafts.read(at('key'), null)).toBeUndefined();
    }
  });
});
