export const format = {
  justNow: 'just now',
  inLessThanMinute: 'in less than 1 min.',
} as const;
