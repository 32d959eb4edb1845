/** Letters that look like a digit in print, each with its digit. */
export const digitLike: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
};

/** The same both ways: each letter with its digit, each digit with its letters. */
export const lookAlikes: Readonly<Record<string, string>> = {
  ...digitLike,
  '0': 'OQD',
  '1': 'IL',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '7': 'T',
  '8': 'B',
};
