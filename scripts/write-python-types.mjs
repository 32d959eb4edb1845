/**
 * Writes the types of the Python client from `docs/openapi.json`: `npm run docs`. Each schema becomes a `TypedDict`; an
 * object within one is named after its place.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap.mjs';

export const pythonTypesFile = join(root, 'clients/python/gatehouse_client/wire_types.py');

const head = `"""What crosses the wire, by its names there. Written by npm run docs from docs/openapi.json: change the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    # Python 3.10 has none of its own; type checkers know this package without its being installed.
    from typing_extensions import NotRequired
`;

/** Names of the interface that are words of Python. */
const keywords = new Set(['from', 'class', 'pass', 'is', 'in', 'not', 'global', 'import', 'None']);

/** Lists of values that have a name of their own. */
const choices = {
  EventType: { path: ['WorkflowApplyQueryRequest', 'eventType'], said: 'Events that start workflows.' },
  Engine: { path: ['QuickscanHitsRequest', 'data', 'provider'], said: 'Engines of a quick scan.' },
};

/** Names of objects within schemas that callers write: for all that begins with the one, the other. */
const shortNames = {
  QuickscanSubmitRequestData: 'ScanSubject',
  ScanSubjectProviderSettings: 'ScanSettings',
  SdkLaunchLinkGenerateDataData: 'LaunchLink',
  PreparePlatformConfigDataData: 'Config',
};

function shortened(name) {
  const found = Object.entries(shortNames).find(([long]) => name.startsWith(long));
  return found === undefined ? name : name.replace(found[0], found[1]);
}

/** What a caller names: bodies and answers without their envelopes, and what these are made of. */
function isWritten(name) {
  return !/(?:Answer|Upload)$|^(?:GatewayError|Health)$/.test(name);
}

class Writer {
  blocks = [];
  /** Names of types by their schema as text. */
  named = new Map();

  constructor(schemas) {
    this.schemas = schemas;
  }

  /** The type of a schema; an object is written as `name`. */
  typeOf(schema, name) {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) {
      return this.named.get(JSON.stringify(schema.enum)) ?? `Literal[${schema.enum.map(literal).join(', ')}]`;
    }
    const options = schema.oneOf ?? schema.anyOf;
    if (options !== undefined) {
      return union(
        options.map((option, index) => this.typeOf(option, index === 0 ? name : `${name}${index + 1}`)),
      );
    }
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type) => this.typeOf({ ...schema, type }, name)));
    }
    switch (schema.type) {
      case 'object':
        return this.objectType(schema, name);
      case 'array':
        return `list[${this.typeOf(schema.items ?? {}, `${name}Item`)}]`;
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  }

  objectType(schema, name) {
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length > 0) {
      this.writeObject(schema, name);
      return name;
    }
    const value =
      typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, `${name}Value`) : 'Any';
    return `Mapping[str, ${value}]`;
  }

  writeObject({ properties, required = [], description }, name) {
    const members = Object.entries(properties).map(([key, schema]) => {
      const type = this.typeOf(schema, shortened(name + capitalised(key)));
      return { key, said: schema.description, type: required.includes(key) ? type : `NotRequired[${type}]` };
    });
    if (members.every(({ key }) => /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key))) {
      const said = description === undefined ? [] : [`    """${docstring(description)}"""`, ''];
      const lines = members.flatMap((member) => [
        ...(member.said === undefined ? [] : [`    #: ${oneLine(member.said)}`]),
        `    ${member.key}: ${member.type}`,
      ]);
      this.blocks.push([`class ${name}(TypedDict):`, ...said, ...lines].join('\n'));
      return;
    }
    // Names that are none in Python need the other form.
    const lines = members.map(({ key, type }) => `        ${literal(key)}: "${type.replaceAll('"', "'")}",`);
    this.blocks.push([`${name} = TypedDict(`, `    "${name}",`, '    {', ...lines, '    },', ')'].join('\n'));
  }

  writeChoice(name, { path: [schema, ...members], said }) {
    const { enum: values } = members.reduce(({ properties }, key) => properties[key], this.schemas[schema]);
    this.named.set(JSON.stringify(values), name);
    this.blocks.push(`#: ${said}\n${name} = Literal[${values.map(literal).join(', ')}]`);
  }

  writeSchema(name, schema) {
    const written = this.blocks.length;
    const type = this.typeOf(schema, name);
    if (type !== name)
      this.blocks.push(`${name} = ${type.includes(' | ') ? `"${type.replaceAll('"', "'")}"` : type}`);
    return written;
  }
}

function literal(value) {
  return JSON.stringify(value);
}

function union(types) {
  const all = [...new Set(types)];
  const values = all.filter((type) => type.startsWith('Literal['));
  if (values.length < 2) return all.join(' | ');
  const merged = `Literal[${values.map((type) => type.slice('Literal['.length, -1)).join(', ')}]`;
  return [merged, ...all.filter((type) => !values.includes(type))].join(' | ');
}

function capitalised(key) {
  return key
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/ ?\((?:ours: the )?interface specification[^()]*\)/g, '');
}

function docstring(text) {
  const line = oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', "'");
  return line.endsWith('.') ? line : `${line}.`;
}

/** The file as it should be. */
export function renderPythonTypes() {
  const { components, paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const writer = new Writer(components.schemas);
  const operations = Object.keys(paths)
    .filter((path) => path.startsWith('/gateway/'))
    .map((path) => literal(path.slice('/gateway/'.length)));
  writer.blocks.push(
    `#: The operations of the gateway.\nOperationName = Literal[\n    ${operations.join(',\n    ')},\n]`,
  );
  for (const [name, choice] of Object.entries(choices)) writer.writeChoice(name, choice);
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (isWritten(name)) writer.writeSchema(name, schema);
  }
  return `${head}\n${writer.blocks.join('\n\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = renderPythonTypes();
  const isCurrent = text === readFileSync(pythonTypesFile, { encoding: 'utf8', flag: 'a+' });
  if (!isCurrent) writeFileSync(pythonTypesFile, text);
  process.stdout.write(
    `clients/python/gatehouse_client/wire_types.py ${isCurrent ? 'is up to date' : 'is written'}\n`,
  );
}
