import { describe, expect, it } from 'vitest';
import { syslogLine } from './syslog-line.ts';

const record = {
  id: '0192',
  tenant: 'acme',
  domain: 'retail',
  block: 7,
  place: 0,
  at: '2026-11-28T10:00:00.123456Z',
  actor: { kind: 'user', id: 'ana@acme.test' },
  action: 'case.assign',
  object: { kind: 'case', id: 'C-1' },
};

describe('a message of syslog', () => {
  it('has the form of RFC 5424', () => {
    expect(syslogLine(record, 'node-1')).toBe(
      '<110>1 2026-11-28T10:00:00.123456Z node-1 gatehouse - case.assign [gatehouse@32473 id="0192" tenant="acme" ' +
        'domain="retail" block="7" place="0" actorKind="user" actor="ana@acme.test" action="case.assign" ' +
        'objectKind="case" objectId="C-1"] \ufeffcase.assign of case C-1 by user ana@acme.test',
    );
  });

  it('escapes what would end a value, and has no line break', () => {
    const line = syslogLine({ ...record, object: { kind: 'case', id: 'a"b\\c]d\ne' } }, 'node-1');
    expect(line).toContain('objectId="a\\"b\\\\c\\]d e"]');
    expect(line).not.toMatch(/[\r\n]/);
  });

  it('keeps the fields of its head to what they may hold', () => {
    const line = syslogLine({ ...record, action: 'a'.repeat(40) }, 'zwölf rechner');
    expect(line).toMatch(new RegExp(`^<110>1 \\S+ zw_lf_rechner gatehouse - ${'a'.repeat(32)} \\[`));
  });
});
