const dayMs = 86_400_000;
/** Before that nothing was published on the web. */
const earliest = Date.UTC(1990, 0, 1);

/**
 * The instant in ISO 8601; null for what is no date, or lies beyond the web's life or further in the future than clocks
 * and time zones explain. A text without a zone is read as UTC.
 */
export function publishedAt(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  const isBare = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(trimmed);
  const time = Date.parse(isBare && trimmed.length > 10 ? `${trimmed.replace(' ', 'T')}Z` : trimmed);
  if (Number.isNaN(time) || time < earliest || time > now.getTime() + 2 * dayMs) return null;
  return new Date(time).toISOString();
}
