import type { Role, SignInMethod, SignInRules } from '@gatehouse/contract';

/**
 * Ways of signing in that are more than something that one knows. What a provider asks for is its affair: the tenant that
 * names it relies on it.
 */
const strong: ReadonlySet<SignInMethod> = new Set([
  'password_totp',
  'password_recovery',
  'passkey',
  'single_sign_on',
]);

/** Whether the tenant demands a second factor of somebody with these roles, and they signed in without. */
export function lacksSecondFactor({
  method,
  roles,
  rules,
}: {
  readonly method: SignInMethod;
  readonly roles: readonly Role[];
  readonly rules: SignInRules | null;
}): boolean {
  const demanded = rules?.secondFactor?.roles ?? [];
  return !strong.has(method) && roles.some((role) => demanded.includes(role));
}
