/** One POST in Bruno's format. */
interface BrunoRequest {
  readonly name: string;
  /** In its folder, from 1: the order in which a run sends them. */
  readonly place: number;
  readonly url: string;
  /** `name: value`; switched off with `~` before it. */
  readonly headers: readonly string[];
  readonly body: readonly [kind: 'json' | 'multipart-form', text: string];
  /** `place: operator value`. */
  readonly asserts: readonly string[];
  /** Runs after the answer. */
  readonly script?: string;
  readonly docs: string;
}

/** The text of a request's file, `.bru`. */
export function requestFile({
  name,
  place,
  url,
  headers,
  body,
  asserts,
  script,
  docs,
}: BrunoRequest): string {
  const [kind, text] = body;
  const blocks = [
    block('meta', `name: ${name}\ntype: http\nseq: ${place}`),
    block('post', `url: ${url}\nbody: ${kind === 'json' ? 'json' : 'multipartForm'}\nauth: none`),
    ...(url.includes('?') ? [block('params:query', queryLines(url))] : []),
    ...(headers.length > 0 ? [block('headers', headers.join('\n'))] : []),
    block(`body:${kind}`, text),
    block('assert', ['res.status: eq 200', ...asserts].join('\n')),
    ...(script === undefined ? [] : [block('script:post-response', script)]),
    block('docs', docs),
  ];
  return blocks.join('\n');
}

/** A named block; its lines are indented. */
export function block(name: string, text: string): string {
  return `${name} {\n${text.replaceAll(/^(?=.)/gm, '  ')}\n}\n`;
}

/** The parameters once more, as Bruno shows them beside the address. */
function queryLines(url: string): string {
  const query = url.slice(url.indexOf('?') + 1).split('&');
  return query.map((parameter) => parameter.replace('=', ': ')).join('\n');
}
