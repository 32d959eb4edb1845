import { describe, expect, it } from 'vitest';
import { textRuns } from './text-runs.ts';

const runsOf = (line: string, isOneLine = false) => textRuns(line, () => isOneLine);

describe('the runs of a line', () => {
  it('are the line itself where no letter needs a setting', () => {
    expect(runsOf('Wilhelmina Thornapple 王小明')).toEqual(['Wilhelmina Thornapple 王小明']);
    expect(runsOf('')).toEqual(['']);
  });

  it('keep Arabic and Thai letters with their marks, and joined letters, in one piece', () => {
    expect(runsOf('Ana أُيمن محمد')).toEqual(['Ana ', { arabic: 'أُيمن' }, ' ', { arabic: 'محمد' }]);
    expect(runsOf('مم\u200D\u200B\u200Dمم')).toEqual([{ arabic: 'مم\u200D' }, null, { arabic: '\u200Dمم' }]);
    expect(runsOf('สมชาย 2')).toEqual([{ thai: 'สมชาย' }, ' 2']);
  });

  it('end no line behind a hyphen, where the text takes more than one', () => {
    expect(runsOf('born 1990-04-02 in X')).toEqual(['born ', { whole: ['1990-04-02'] }, ' in X']);
    expect(runsOf('c7c2\u200B-77e4')).toEqual(['c7c2', null, { whole: ['-77e4'] }]);
    expect(runsOf('٢٠٢٦-٠١')).toEqual([{ whole: [{ arabic: '٢٠٢٦' }, '-', { arabic: '٠١' }] }]);
    expect(runsOf('1990-04-02', true)).toEqual(['1990-04-02']);
  });
});
