/**
 * The console's request pipeline: lets people in by session, role and domain and hands their calls to the routes' handlers.
 * It never knows what a route does, nor how a session is kept.
 */

export type { SessionUse } from './check-call.ts';
export type {
  ConsoleEvent,
  ConsoleFile,
  ConsoleHandlers,
  ConsoleUser,
  SessionCookie,
} from './console-call.ts';
export { consolePagesFolder, consolePagesPlugin } from './console-pages.ts';
export {
  type ConsoleOptions,
  consolePath,
  consolePlugin,
  refuseUnreadableAddress,
} from './console-plugin.ts';
export { ConsoleRefusal, tooManyAttempts, type UncataloguedMessage } from './console-refusal.ts';
export { type CountedDays, countedDays } from './figure-period.ts';
export { refusedBy, sentPhrases } from './sent-phrases.ts';
