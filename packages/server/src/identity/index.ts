/** Who people are: signing in, sessions, their own accounts, roles and groups. Never knows what they do once they are in. */

export { identityConsoleHandlers, openIdentity } from './open-identity.ts';
export { makeOperatorLink, type OperatorLink } from './operator-link.ts';
export { findPerson, type Person } from './people.ts';
