import { describe, expect, it } from 'vitest';
import { conditionText } from './condition-text.ts';

const titleOf = (id: string) => ({ screen: 'Screening' })[id];
const read = (condition: string) => conditionText(condition, titleOf);

describe('a condition as people read it', () => {
  it('names fields, nodes and values by their titles', () => {
    expect(read('riskScore < 30')).toBe('Risk score < 30');
    expect(read('screen.hits>=1')).toBe('Screening: Hits ≥ 1');
    expect(read("data.countryOfResidence in ['IR', 'KP']")).toBe('Country of residence is one of IR, KP');
    expect(read('customer.monitored == true')).toBe('Customer: Monitored = yes');
    expect(read('!screen.blocked && data.amount != null')).toBe(
      'not Screening: Blocked and Amount ≠ missing',
    );
    expect(read('data.a == 1 || data.a == 2')).toBe('A = 1 or A = 2');
    expect(read('data.a == 42')).toBe('A = 42');
    expect(read("data.middleName == ''")).toBe("Middle name = ''");
    expect(read('data.a != "" && data.b == 1')).toBe('A ≠ "" and B = 1');
  });

  it('is the condition itself where it says more', () => {
    for (const condition of [
      'size(screen.sources) > 1',
      'data.a == 1 || data.b == 2 && data.c == 3',
      '(data.a == 1)',
      'data.a + 1 > 2',
      'gone.hits > 0',
      "data.a == 'it\\'s'",
      'data.a in data.b',
      'screen.hits >',
      '',
    ]) {
      expect(read(condition)).toBe(condition);
    }
  });
});
