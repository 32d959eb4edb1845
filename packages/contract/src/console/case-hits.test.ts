import { expect, it } from 'vitest';
import { consoleRoutes } from './routes.ts';

it('takes a ruling on a thousand hits of five entries each', () => {
  const { body, bodyLimit } = consoleRoutes['cases.ruleAll'];
  const hits = Array.from({ length: 1_000 }, (_, at) => ({
    alertId: `01a21a97-fc6c-7648-8b05-${String(at).padStart(12, '0')}`,
    entries: Array.from({ length: 5 }, (_entry, entry) => ({
      entityId: `us-ofac-sdn:${at}-${entry}`,
      rulingRevision: null,
    })),
  }));
  const sent = { ruling: 'FALSE_POSITIVE', reason: 'Another date of birth', hits };
  expect(body!.safeParse(sent).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(bodyLimit!);
});
