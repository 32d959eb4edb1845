/** Keeps who did what to which thing, beside the change itself. Never changes or deletes a record, and never holds a secret. */
export * from './audit.ts';
