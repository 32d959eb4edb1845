import { phrase } from '@gatehouse/contract';
import { refuseTransition, reviewerOf } from '../../cases/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../../console-api/index.ts';
import { type AskTools, askDocument } from './ask-document.ts';

type Handlers = Pick<ConsoleHandlers, 'cases.askDocument'>;

/** Asking an end user for a document again, over the console's interface. */
export function documentRequestHandlers(tools: AskTools): Handlers {
  return {
    'cases.askDocument': async ({ scope, params, body, user, requestId }) => {
      const result = await askDocument(tools, scope, {
        ...params,
        ...body,
        actor: reviewerOf(user),
        requestId,
      });
      switch (result.kind) {
        case 'asked': {
          const { revision, email, url, expiresAt } = result;
          return { status: 'RETURNED', revision, email, expiresAt: expiresAt.getTime(), url };
        }
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'conflict':
          throw new ConsoleRefusal('REVISION_GONE', phrase('refusals.caseReadAgain'));
        case 'noHostedStep':
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.documentNotAsked'));
        case 'noEmail':
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.documentNoAddress'));
        case 'refused':
          throw refuseTransition(result.refusal);
      }
    },
  };
}
