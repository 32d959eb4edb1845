import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import { reviewerOf } from './case-commands.ts';
import { refuseTransition } from './case-refusals.ts';
import { type DocumentReviewTools, reviewDocument } from './document-reviews.ts';

type Handlers = Pick<ConsoleHandlers, 'cases.reviewDocument'>;

/** What people say of the documents of a case, over the console's interface. */
export function documentReviewHandlers(tools: DocumentReviewTools): Handlers {
  return {
    'cases.reviewDocument': async ({ scope, params, body, user }) => {
      const result = await reviewDocument(tools, scope, {
        ...params,
        verdict: body.verdict,
        reason: body.reason ?? null,
        actor: reviewerOf(user),
      });
      switch (result.kind) {
        case 'reviewed':
          return result.review;
        case 'notFound':
          throw new ConsoleRefusal('NOT_FOUND');
        case 'refused':
          throw refuseTransition(result.refusal);
      }
    },
  };
}
