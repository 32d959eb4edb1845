import { describe, expect, it } from 'vitest';
import { lineFault, linesOf } from './lines.ts';

const text = ' crm.acme.test\n\n\nnot a host ';
const refused = (field: string) => ({ code: 'INVALID' as const, field, message: 'must be a host name' });

describe('a field of lines', () => {
  it('sends the lines that are not empty', () => {
    expect(linesOf(text)).toEqual(['crm.acme.test', 'not a host']);
  });

  it('names a refused one by the line in which it stands', () => {
    expect(lineFault(refused('hosts[1]'), 'hosts', text)).toEqual({
      field: 'hosts[1]',
      message: 'must be a host name',
      line: { number: 4, text: 'not a host' },
    });
  });

  it('leaves what concerns another field to that field', () => {
    expect(lineFault(refused('returnUrl'), 'hosts', text)).toBeUndefined();
  });
});
