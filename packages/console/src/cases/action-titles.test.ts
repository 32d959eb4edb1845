import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from '../messages/text.ts';
import { actName, actTitle } from './action-titles.ts';

afterEach(() => loadLanguage('en', ['en-US']));

const recorded = ['user.invite', 'api_key.end_overlap', 'watchlist_entry.remove', 'delivery.replay_many'];

it('names what was done to what, a new action by the words of its code', () => {
  expect([...recorded, 'new_thing.be_done'].map(actName)).toEqual([
    'User: invited',
    'API key: overlap ended',
    'Watchlist entry: removed',
    'Delivery: several replayed',
    'New thing: be done',
  ]);
});

it('names it in the language of the page', async () => {
  await loadLanguage('de', ['de-DE']);
  expect(recorded.map(actName)).toEqual([
    'Benutzer: eingeladen',
    'API-Schlüssel: Übergangszeit beendet',
    'Eintrag der Beobachtungsliste: entfernt',
    'Zustellung: mehrere erneut gesendet',
  ]);
});

it('says with what a link was opened, where that is known', () => {
  const opened = (device: string) =>
    actTitle({ act: 'flow.open', detail: { device } } as unknown as Parameters<typeof actTitle>[0]);
  expect(opened('Firefox, Linux')).toBe('Hosted link opened: Firefox, Linux');
  expect(opened('')).toBe('Hosted link opened');
});
