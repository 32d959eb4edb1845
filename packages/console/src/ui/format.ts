const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The person's own time zone, such as `Europe/Zurich`. */
export const timeZone = dateTime.resolvedOptions().timeZone;

/** An instant in that time zone. */
export function formatInstant(at: number): string {
  return dateTime.format(at);
}

/** How long ago an instant was, roughly. */
export function formatAge(at: number, now = Date.now()): string {
  if (Math.round((at - now) / 60_000) === 0) return at > now ? 'in less than 1 min.' : 'just now';
  const [unit, length] = steps.find(([, ms]) => Math.abs(now - at) >= ms) ?? ['minute', 60_000];
  return relative.format(Math.round((at - now) / length), unit);
}

/** Words that are letters one by one. */
const initials = /\b(?:api|id|json|kyb|kyc|mrz|url)\b/gi;

/** Names whose words alone say too little. */
const fieldLabels: Readonly<Record<string, string>> = {
  // One fact has one name, whether the person, a document or a list states it.
  countryOfNationality: 'Nationality',
  idType: 'Document type',
  idNumber: 'Document number',
  idExpiryDate: 'Expiry date',
  sex: 'Gender',
  particulars: 'Personal or company details',
  wallet: 'Wallet address',
  walletChain: 'Wallet chain',
};

/** `countryOfNationality` as `Country of nationality`, `date-of-birth` as `Date of birth`, `KYC_EVENT` as `KYC event`. */
export function labelOf(name: string): string {
  const known = fieldLabels[name];
  if (known !== undefined) return known;
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  const label = words.replaceAll(initials, (word) => word.toUpperCase()).replace(/ ms$/, ' (ms)');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A message of the service, which begins like a clause, as a sentence of its own. */
export function sentenceOf(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?”]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** `1 run`, `2 runs`, for nouns whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

export function percent(score: number): string {
  return score.toFixed(2);
}

/** A number of bytes in the largest unit that it fills. */
export function bytesText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  if (bytes === 0) return '0 kB';
  if (mebibytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} kB`;
  return mebibytes < 1024 ? `${mebibytes.toFixed(1)} MB` : `${(mebibytes / 1024).toFixed(1)} GB`;
}
