/** Streams the records of an XML file as small trees, one at a time, whatever the file's size. */
import { SaxesParser } from 'saxes';
import { ListFileError, type SourceFile, textOf } from './source.ts';

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlNode[];
}

/** Trimmed text of the first child of this name; undefined when absent or empty. */
export function childText(node: XmlNode, name: string): string | undefined {
  for (const child of node.children) {
    if (child.name === name) {
      const text = child.text.replace(/\s+/g, ' ').trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

export function childrenNamed(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

/** Trimmed, non-empty texts of `<name><VALUE>…</VALUE></name>` children. */
export function valuesOf(node: XmlNode, name: string): string[] {
  return childrenNamed(node, name)
    .flatMap((child) => childrenNamed(child, 'VALUE'))
    .map((value) => value.text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

export interface XmlRecords {
  /** Name the root element must have. */
  root: string;
  /** Names of the elements that are records. */
  records: readonly string[];
  /** Told once, when the root element is read. */
  onRoot?: (attributes: Record<string, string>) => void;
}

export interface XmlRecord {
  node: XmlNode;
  /** Line on which the record ends. */
  line: number;
}

/**
 * Reads a file and yields each record when it is complete.
 * @throws ListFileError where the file stops being well-formed, is cut short or has another root
 */
export async function* xmlRecords(file: SourceFile, options: XmlRecords): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser();
  const open: XmlNode[] = [];
  let done: XmlRecord[] = [];
  let rootSeen = false;
  const place = () => `line ${parser.line}, column ${parser.column}`;
  const refuse = (expected: string): never => {
    throw new ListFileError({ file: file.name, place: place(), expected });
  };
  parser.on('error', (error) =>
    refuse(`must be well-formed XML (${error.message.replace(/^\d+:\d+:\s*/, '')})`),
  );
  parser.on('opentag', (tag) => {
    if (!rootSeen) {
      rootSeen = true;
      if (tag.name !== options.root) refuse(`the root element must be ${options.root}, not ${tag.name}`);
      options.onRoot?.(tag.attributes);
    } else if (open.length > 0 || options.records.includes(tag.name)) {
      const node: XmlNode = { name: tag.name, attributes: tag.attributes, text: '', children: [] };
      open.at(-1)?.children.push(node);
      open.push(node);
    }
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('cdata', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => {
    const node = open.pop();
    if (node && open.length === 0) done.push({ node, line: parser.line });
  });
  for await (const text of textOf(file)) {
    parser.write(text);
    yield* done;
    done = [];
  }
  parser.close();
  if (!rootSeen) refuse(`the file is empty; it must be XML with the root element ${options.root}`);
  yield* done;
}
