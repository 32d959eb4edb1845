import words from './words.json' with { type: 'json' };

/**
 * A rule of textlint: words and phrases that these pages do not use, each with the reason or what to write instead.
 * textlint-rule-stop-words would miss a phrase that is broken over two lines.
 */
export default function refusedWords(context) {
  const { Syntax, RuleError, getSource, locator, report } = context;
  const patterns = Object.entries(words).map(([phrase, instead]) => ({
    pattern: patternOf(phrase),
    instead,
  }));
  return {
    [Syntax.Str](node) {
      const text = getSource(node);
      for (const { pattern, instead } of patterns) {
        for (const { 0: found, index } of text.matchAll(pattern)) {
          const padding = locator.range([index, index + found.length]);
          report(node, new RuleError(`"${found.replace(/\s+/g, ' ')}": ${instead}`, { padding }));
        }
      }
    },
  };
}

/** A space of the phrase stands for any break between words. */
function patternOf(phrase) {
  const words = phrase.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`\b${words.join(String.raw`\s+`)}\b`, 'gi');
}
