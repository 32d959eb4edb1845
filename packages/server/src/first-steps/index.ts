/** What a new tenant has set up, read from what the other modules store. Never writes: a step is done when its fact is stored. */
export { firstStepConsoleHandlers } from './first-step-console-handlers.ts';
