import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isRetryable, OutcomeUnknownError, StandbyError, storeOutage } from './errors.ts';

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
}

describe('an outage of the store', () => {
  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    databaseError('57P01'),
    databaseError('57P03'),
    databaseError('53300'),
  ])('is a connection that went or does not come about: %s', (error) => {
    expect(storeOutage(error)).toBe('the database does not answer');
  });

  it.each([
    [databaseError('53100'), 'the disk of the store is full'],
    [
      Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
      'the disk of the data directory is full',
    ],
  ])('is a disk without room: %s', (error, told) => {
    expect(storeOutage(error)).toBe(told);
  });

  it.each([databaseError('25006'), new StandbyError()])('is a server that takes no writes: %s', (error) => {
    expect(storeOutage(error)).toBe('the database takes no writes');
    expect(isRetryable(error)).toBe(true);
  });

  it.each([
    new OutcomeUnknownError(new Error('Connection terminated')),
    new TypeError('x'),
    databaseError('23505'),
  ])('is nothing whose result is unknown, and no fault: %s', (error) => {
    expect(storeOutage(error)).toBeUndefined();
  });
});
