/** Streams the records of an XML file as small trees, one at a time, whatever the file's size. */
import { SaxesParser } from 'saxes';
import { textOf } from './file-text.ts';
import { ListFileError, type SourceFile } from './source.ts';

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

/** The first child of this name. */
export function childNamed(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** Trimmed, non-empty texts of all nodes at the end of a path of names. */
export function textsAt(node: XmlNode, ...path: string[]): string[] {
  let nodes = [node];
  for (const name of path) nodes = nodes.flatMap((parent) => childrenNamed(parent, name));
  return nodes.map((found) => found.text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

/** Trimmed value of an attribute; undefined when absent or empty. */
export function attribute(node: XmlNode | undefined, name: string): string | undefined {
  const value = node?.attributes[name]?.replace(/\s+/g, ' ').trim();
  return value ? value : undefined;
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
  /** Called once, when the root element is read. */
  onRoot?: (attributes: Record<string, string>) => void;
}

export interface XmlRecord {
  node: XmlNode;
  /** Line on which the record ends. */
  line: number;
}

/** Characters of one record at most: an element that is never closed would otherwise hold the whole file. */
const LARGEST_RECORD = 1 << 25;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Reads a file and yields each record when it is complete. Names are
 * without their namespace prefix.
 * @throws ListFileError where the file stops being well-formed, is cut short or has another root
 */
export async function* xmlRecords(file: SourceFile, options: XmlRecords): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser();
  const open: XmlNode[] = [];
  let done: XmlRecord[] = [];
  let rootSeen = false;
  let size = 0;
  const place = () => `line ${parser.line}, column ${parser.column}`;
  const refuse = (expected: string): never => {
    throw new ListFileError({ file: file.name, place: place(), expected });
  };
  parser.on('error', (error) =>
    refuse(`must be well-formed XML (${error.message.replace(/^\d+:\d+:\s*/, '')})`),
  );
  const grow = (characters: number): void => {
    size += characters;
    if (size > LARGEST_RECORD) refuse(`a record must have at most ${LARGEST_RECORD} characters`);
  };
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    if (!rootSeen) {
      rootSeen = true;
      if (name !== options.root) {
        const page = name.toLowerCase() === 'html' ? ': this is a web page' : '';
        refuse(`the root element must be ${options.root}, not ${name}${page}`);
      }
      options.onRoot?.(tag.attributes);
    } else if (open.length > 0 || options.records.includes(name)) {
      const node: XmlNode = { name, attributes: tag.attributes, text: '', children: [] };
      if (open.length === 0) size = 0;
      grow(64);
      open.at(-1)?.children.push(node);
      open.push(node);
    }
  });
  const append = (text: string): void => {
    const node = open.at(-1);
    if (!node) return;
    grow(text.length);
    node.text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
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
