import { text } from '../messages/text.ts';
import { outputLabel } from '../ui/field-labels.ts';
import { listText } from '../ui/format.ts';

type Token = { readonly kind: 'name' | 'value' | 'mark'; readonly text: string };

const marks = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '!', '(', ')', '[', ']', ','];
const comparisons: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '≠',
  '<=': '≤',
  '>=': '≥',
  '<': '<',
  '>': '>',
};

/**
 * A condition as people read it: `riskScore < 30 && data.amount > 1000` is `Risk score < 30 and Amount > 1000`.
 * @param titleOf the title of a node, by its ID
 * @returns the condition itself where it has more than comparisons of fields with values
 */
export function conditionText(condition: string, titleOf: (nodeId: string) => string | undefined): string {
  const tokens = tokensOf(condition);
  if (tokens === undefined) return condition;
  const reader = new Reader(tokens, titleOf);
  return reader.whole() ?? condition;
}

/** Undefined where the condition has anything but names, values and the marks between them. */
function tokensOf(condition: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let rest = condition.trim();
  while (rest !== '') {
    const name = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/.exec(rest)?.[0];
    const value = /^(?:-?\d+(?:\.\d+)?|'[^'\\]*'|"[^"\\]*")/.exec(rest)?.[0];
    const mark = marks.find((one) => rest.startsWith(one));
    const found = name ?? value ?? mark;
    if (found === undefined) return undefined;
    const kind = name !== undefined ? 'name' : value !== undefined ? 'value' : 'mark';
    tokens.push({ kind, text: found });
    rest = rest.slice(found.length).trimStart();
  }
  return tokens;
}

/** Reads comparisons joined by `&&` or by `||`; each part is undefined where it is anything else. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #titleOf: (nodeId: string) => string | undefined;
  #at = 0;

  constructor(tokens: readonly Token[], titleOf: (nodeId: string) => string | undefined) {
    this.#tokens = tokens;
    this.#titleOf = titleOf;
  }

  whole(): string | undefined {
    let read = this.#one();
    const joint = this.#tokens[this.#at]?.text;
    while (read !== undefined && this.#at < this.#tokens.length) {
      // Both joints in one condition would need brackets to be read right.
      if ((joint !== '&&' && joint !== '||') || !this.#take(joint)) return undefined;
      const second = this.#one();
      if (second === undefined) return undefined;
      read =
        joint === '&&'
          ? text('nodes.and', { first: read, second })
          : text('nodes.or', { first: read, second });
    }
    return read;
  }

  #one(): string | undefined {
    if (this.#take('!')) {
      const name = this.#operand('name');
      return name === undefined ? undefined : text('nodes.not', { condition: name });
    }
    const name = this.#operand('name');
    if (name === undefined) return undefined;
    if (this.#take('in')) return this.#list(name);
    const comparison = this.#tokens[this.#at]?.text ?? '';
    // A field alone is true or not.
    if (!Object.hasOwn(comparisons, comparison)) return name;
    this.#at += 1;
    const value = this.#operand('value') ?? this.#operand('name');
    return value === undefined ? undefined : `${name} ${comparisons[comparison]} ${value}`;
  }

  #list(name: string): string | undefined {
    if (!this.#take('[')) return undefined;
    const values: string[] = [];
    do {
      const value = this.#operand('value');
      if (value === undefined) return undefined;
      values.push(value);
    } while (this.#take(','));
    return this.#take(']') ? text('nodes.in', { name, values: listText(values) }) : undefined;
  }

  #take(mark: string): boolean {
    if (this.#tokens[this.#at]?.text !== mark) return false;
    this.#at += 1;
    return true;
  }

  #operand(kind: 'name' | 'value'): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind || token.text === 'in') return undefined;
    this.#at += 1;
    if (kind === 'name') return this.#nameText(token.text);
    // An empty text is seen by its quotes alone.
    return token.text.replace(/^(['"])(.+)\1$/s, '$2');
  }

  #nameText(name: string): string | undefined {
    if (name === 'true') return text('nodes.true');
    if (name === 'false') return text('nodes.false');
    if (name === 'null') return text('nodes.missing');
    const [owner, field, ...deeper] = name.split('.');
    if (field === undefined) return name === 'riskScore' ? outputLabel(name) : undefined;
    if (deeper.length > 0) return undefined;
    const label = outputLabel(field);
    if (owner === 'data') return label;
    if (owner === 'customer') return text('nodes.customerField', { field: label });
    if (owner === 'case') return text('nodes.caseField', { field: label });
    const node = this.#titleOf(owner!);
    return node === undefined ? undefined : text('nodes.outputField', { node, field: label });
  }
}
