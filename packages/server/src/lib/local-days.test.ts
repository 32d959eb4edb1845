import { expect, test } from 'vitest';
import { localDayOf, localDays } from './local-days.ts';

const hours = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => (endsAt - startsAt) / 3_600_000;

test('a day of a change of clocks has 23 or 25 hours', () => {
  expect(localDays('2026-03-28', '2026-03-30', 'Europe/Zurich').map(hours)).toEqual([24, 23, 24]);
  expect(localDays('2026-10-24', '2026-10-26', 'Europe/Zurich').map(hours)).toEqual([24, 25, 24]);
  expect(localDays('2026-10-03', '2026-10-05', 'Australia/Lord_Howe').map(hours)).toEqual([24, 23.5, 24]);
});

test('days follow each other without a gap, and begin at midnight', () => {
  const [first, second] = localDays('2026-07-01', '2026-07-02', 'Asia/Kolkata');
  expect(new Date(first!.startsAt).toISOString()).toBe('2026-06-30T18:30:00.000Z');
  expect(second!.startsAt).toBe(first!.endsAt);
});

test('a day whose midnight is skipped begins an hour later', () => {
  const [day] = localDays('2026-04-24', '2026-04-24', 'Africa/Cairo');
  expect(new Date(day!.startsAt).toISOString()).toBe('2026-04-23T22:00:00.000Z');
  expect(hours(day!)).toBe(23);
});

test('a day that a zone left out has no hours', () => {
  expect(localDays('2011-12-29', '2011-12-31', 'Pacific/Apia').map(hours)).toEqual([24, 0, 24]);
});

test('the day of an instant is the one of the zone', () => {
  const at = Date.parse('2026-11-27T23:30:00Z');
  expect(localDayOf(at, 'UTC')).toBe('2026-11-27');
  expect(localDayOf(at, 'Europe/Zurich')).toBe('2026-11-28');
  expect(localDayOf(at, 'America/New_York')).toBe('2026-11-27');
});

test('what is no name of a time zone has no days', () => {
  for (const zone of ['Europe/Atlantis', '+05:30', '', 'x'.repeat(64), "'; --"]) {
    expect(localDayOf(0, zone), zone).toBeUndefined();
  }
});
