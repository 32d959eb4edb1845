import type { ApiOperation } from '@gatehouse/contract';

/** What a call uses where it is accepted. */
export type CallCost =
  | { readonly kind: 'none' }
  | { readonly kind: 'unit'; readonly eventType: string }
  | { readonly kind: 'credits'; readonly engines: readonly string[] }
  /** The body does not say. */
  | { readonly kind: 'unclear' };

/** What a call with this body costs; it is told before the call is made, so it is read as it was typed. */
export function costOf(
  { billing }: Pick<ApiOperation, 'billing'>,
  body: string,
  freeEngines: readonly string[],
): CallCost {
  if (billing === 'free') return { kind: 'none' };
  const read = readJson(body);
  if (billing === 'eventQuota') {
    const eventType = memberOf(read, 'eventType');
    return typeof eventType === 'string' && eventType !== ''
      ? { kind: 'unit', eventType }
      : { kind: 'unclear' };
  }
  const providers = memberOf(memberOf(read, 'data'), 'providers');
  if (!Array.isArray(providers)) return { kind: 'unclear' };
  const named = new Set(providers.filter((engine) => typeof engine === 'string'));
  const engines = [...named].filter((engine) => !freeEngines.includes(engine));
  return engines.length === 0 ? { kind: 'none' } : { kind: 'credits', engines };
}

/** Undefined where it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
