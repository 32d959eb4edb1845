/** Who people are: signing in, sessions, roles and groups. Never knows what they do once they are in. */
export { accountConsole } from './account-console.ts';
export { Accounts } from './accounts.ts';
export { Identity } from './identity.ts';
export { findPerson, type Person } from './people.ts';
export { sessionConsole } from './session-console.ts';
