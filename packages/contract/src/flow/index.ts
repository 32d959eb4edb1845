/** What the hosted verification pages and the server say to each other. */
export * from './calls.ts';
export * from './check-fields.ts';
export * from './document-fields.ts';
export * from './document-requests.ts';
export * from './problems.ts';
export * from './routes.ts';
export * from './view-schemas.ts';
export * from './views.ts';
