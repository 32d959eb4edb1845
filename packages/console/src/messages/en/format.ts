export const format = {
  justNow: 'just now',
  inLessThanMinute: 'in less than 1 min.',
  listSeparator: ', ',
  clauseSeparator: '; ',
  fullStop: '.',
  almostAll: '> {share}',
  almostNone: '< {share}',
  until: 'until {at}',
  since: 'since {at}',
  betweenDates: '{from} – {to}',
} as const;
