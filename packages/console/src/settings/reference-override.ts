import type { ReferenceSetting } from '@gatehouse/contract';

/** What the tenant changes of a key, as the service takes it. */
export interface Override {
  readonly items: Record<string, unknown>[];
  readonly without: string[];
}

type Item = Record<string, unknown>;

/** What is stored now. */
export function overrideOf({ items, without }: Pick<ReferenceSetting, 'items' | 'without'>): Override {
  return {
    items: items.filter(({ isOwn }) => isOwn).map(({ item }) => item),
    without: without.map(codeOf),
  };
}

/** The item in place of the one of its code, or as the last one. */
export function withItem({ items, without }: Override, item: Item): Override {
  const code = codeOf(item);
  const isThere = items.some((one) => codeOf(one) === code);
  return {
    items: isThere ? items.map((one) => (codeOf(one) === code ? item : one)) : [...items, item],
    without: without.filter((one) => one !== code),
  };
}

/** What ships of this code counts again; of the tenant's own item nothing is left. */
export function withoutOwn({ items, without }: Override, code: string): Override {
  return {
    items: items.filter((one) => codeOf(one) !== code),
    without: without.filter((one) => one !== code),
  };
}

/** Leaves out what ships of this code. */
export function leftOut(override: Override, code: string): Override {
  const { items, without } = withoutOwn(override, code);
  return { items, without: [...without, code] };
}

export function codeOf({ code }: Item): string {
  return typeof code === 'string' ? code : '';
}
