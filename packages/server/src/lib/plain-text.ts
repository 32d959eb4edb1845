import { Parser } from 'htmlparser2';

/** Elements whose content is not for reading. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg']);
/** Elements that end a line: no sentence and no name goes across their borders. */
const blocks = new Set([
  ...['p', 'div', 'br', 'hr', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'table', 'tr', 'td', 'th', 'caption'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'section', 'article', 'header', 'footer'],
]);

/** What a reader sees of HTML: text with single blanks, blocks on lines of their own. Plain text passes through. */
export function plainText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (unread.has(name)) hidden += 1;
      if (blocks.has(name)) text += '\n';
    },
    onclosetag: (name) => {
      if (unread.has(name)) hidden -= 1;
      if (blocks.has(name)) text += '\n';
    },
    ontext: (data) => {
      if (hidden === 0) text += data;
    },
  });
  parser.end(html);
  return text
    .normalize('NFKC')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n\s*/gu, '\n')
    .trim();
}
