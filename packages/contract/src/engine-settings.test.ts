import { describe, expect, it } from 'vitest';
import { chooseEngines } from './engine-settings.ts';
import { gatewayErrorName, gatewayErrors } from './errors.ts';
import {
  caseStates,
  caseTransitions,
  executionTransitions,
  isFinalCase,
  isFinalExecution,
  wireExecutionStatus,
} from './states.ts';

describe('chooseEngines', () => {
  it('drops duplicates and fills in the defaults of interface specification 4.5', () => {
    expect(
      chooseEngines(['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN', 'WATCHLIST', 'GLOBAL_CHECK']),
    ).toEqual({
      GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 },
      RISK_LISTS: { searchType: 'Precise', maxHits: 20 },
      COMPOSITE_SCAN: { sensitivity: 0.6 },
      WATCHLIST: {},
    });
  });

  it('leaves settings of engines that were not chosen unused', () => {
    expect(chooseEngines(['WATCHLIST'], { globalCheck: { matchStrength: 'WEAK', maxHits: 5 } })).toEqual({
      WATCHLIST: {},
    });
  });
});

describe('the error catalogue', () => {
  it('has each apiCode once and finds the name by it', () => {
    const codes = Object.values(gatewayErrors).map((error) => error.apiCode);
    expect(new Set(codes).size).toBe(codes.length);
    for (const [name, error] of Object.entries(gatewayErrors))
      expect(gatewayErrorName(error.apiCode)).toBe(name);
    expect(gatewayErrorName(200)).toBeUndefined();
  });
});

describe('states', () => {
  it('are final exactly where the interface specification says so', () => {
    expect(caseStates.filter(isFinalCase)).toEqual(['APPROVED', 'REJECTED', 'CLOSED']);
    expect(Object.keys(executionTransitions).filter((state) => isFinalExecution(state as never))).toEqual([
      'COMPLETED',
      'FAILED',
      'CANCELLED',
    ]);
  });

  it('let every open case be closed by a cancel', () => {
    for (const state of caseStates.filter((state) => !isFinalCase(state)))
      expect(caseTransitions[state]).toContain('CLOSED');
  });

  it('have no wire value of their own for the cancelled status', () => {
    expect(wireExecutionStatus('CANCELLED', 'STOPPED')).toBe('STOPPED');
    expect(() => wireExecutionStatus('CANCELLED', undefined)).toThrow('wire.cancelledStatus');
  });
});
