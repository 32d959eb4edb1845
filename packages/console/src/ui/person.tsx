import { personName } from '../session/people-names.ts';

/** Somebody of the tenant by name, with the address for those who point at it. */
export function Person({ email }: { readonly email: string }) {
  return <bdi title={email}>{personName(email)}</bdi>;
}
