/** One-time links to the hosted pages, their lives, and the sessions of who opens them. It never starts an execution. */
export {
  bindLink,
  consumeLink,
  type Link,
  readLink,
  readLinkOfExecution,
  readNewerSession,
  replaceLink,
  setLanguage,
} from './link-queries.ts';

export { type FlowSessionOfLink, Links, newToken, sessionIdleSeconds } from './links.ts';
export { launchLinkGenerate } from './sdk.launch.link.generate.ts';
