import { expect, it } from 'vitest';
import type { z } from 'zod';
import { permissions } from './permissions.ts';
import type { ConsoleRoute } from './route.ts';
import { consoleRoutes } from './routes.ts';
import { isPersonalFilter, tokenRoutesOf } from './token-answers.ts';

const routesOf = (personalData: boolean): (readonly [string, ConsoleRoute])[] =>
  tokenRoutesOf(permissions, personalData).map((name) => [name, consoleRoutes[name]]);

it('lets tokens make nothing but reads whose answer is JSON', () => {
  for (const [name, { method, answers, output }] of routesOf(true)) {
    expect({ name, method, answers, isJson: output !== undefined }).toEqual({
      ...{ name, method: 'GET', answers: undefined, isJson: true },
    });
  }
});

it('offers no filter without personal data that nobody looked at', () => {
  const offered = routesOf(false).flatMap(([, { query }]) =>
    Object.keys((query as z.ZodObject | undefined)?.shape ?? {}),
  );
  // A new filter goes in here, or among those that say something of a person.
  const lookedAt =
    `act actorKind after available completedNodeId cursor decidedBy domain dueWithinHours eventType
    executionId from group kind limit list maxAgeHours maxRisk minAgeHours minRisk mine myGroups
    nodeId objectKind open openedBefore openedFrom overdue proposed resolvedBefore resolvedFrom sort source state
    status timeZone to today until webhookId week withHits workflowId`.split(/\s+/);
  expect([...new Set(offered)].filter((member) => !isPersonalFilter(member)).toSorted()).toEqual(lookedAt);
});
