import type { ProblemCode } from './problems.ts';
import type { ConsoleRoute } from './route.ts';

/** Every refusal that a call can meet: its own, and those that its checks before the handler bring. */
export function problemCodesOf(route: ConsoleRoute): ProblemCode[] {
  const isOpen = route.access === 'anyone';
  const needsPermission = !isOpen && route.access !== 'signedIn';
  return [
    ...new Set<ProblemCode>([
      ...route.problems,
      ...(isOpen ? [] : (['UNAUTHENTICATED'] as const)),
      ...(route.method === 'GET' ? [] : (['CROSS_SITE'] as const)),
      ...(needsPermission ? (['FORBIDDEN', 'SECOND_FACTOR_MISSING'] as const) : []),
      ...(route.needsProof ? (['PROOF_NEEDED'] as const) : []),
      ...(route.params ? (['NOT_FOUND'] as const) : []),
      ...(route.body ? (['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID'] as const) : []),
      ...(route.takes ? (['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'STORAGE_FULL'] as const) : []),
      ...(route.query ? (['INVALID'] as const) : []),
      'INTERNAL',
      'UNAVAILABLE',
    ]),
  ];
}
