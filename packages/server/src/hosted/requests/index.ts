/** Asks end users of hosted flows for a document again, by a link of its own. It reviews nothing. */
export { documentRequestHandlers } from './document-request-handlers.ts';
