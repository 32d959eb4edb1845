/** What the hosted verification pages and the server say to each other. */
export * from './check-fields.ts';
export * from './ownership.ts';
export * from './problems.ts';
export * from './routes.ts';
export * from './views.ts';
