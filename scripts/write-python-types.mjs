/**
 * Writes the types of the Python client from `docs/openapi.json`: `npm run docs`. Each schema becomes a `TypedDict`; an
 * object within one is named after its place. `call` gets an overload for each operation. What the mock gateway of the SDK
 * checks calls by is written as data for the one of the Python client.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gatewayErrors } from '../packages/contract/src/errors.ts';
import { bodyLimit, versions } from '../packages/sdk/src/mock/check-call.ts';
import { inputSchemas } from '../packages/sdk/src/mock/input-schemas.ts';
import { root } from './bootstrap.mjs';

const folder = 'clients/python/gatehouse_client';

const head = `"""What crosses the wire, by its names there. Written by npm run docs from docs/openapi.json: change the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

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

/**
 * Members that every success has. The document has one schema for success and refusal, but the clients raise a refusal.
 */
const inSuccess = {
  QuickscanSubmitData: ['id', 'status'],
  QuickscanDetailData: ['id', 'status', 'totalHits', 'truncated', 'hitCounts', 'hits'],
  QuickscanHitsData: ['id'],
  StorageUploadTokenData: ['uploadToken', 'expiresIn'],
  PreparePlatformConfigData: ['data'],
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

  /** An object that takes further members: a `TypedDict` cannot say so, and would refuse them. */
  memberType(schema, name) {
    const object = schema.$ref === undefined ? schema : this.schemas[schema.$ref.split('/').at(-1)];
    const isOpen =
      Object.keys(object.properties ?? {}).length > 0 && typeof object.additionalProperties === 'object';
    const type = this.typeOf(schema, name);
    return isOpen ? `${type} | Mapping[str, Any]` : type;
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

  writeObject({ properties, required: inAll = [], description }, name) {
    const required = [...inAll, ...(inSuccess[name] ?? [])];
    const members = Object.entries(properties).map(([key, schema]) => {
      const type = this.memberType(schema, shortened(name + capitalised(key)));
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
    const type = this.typeOf(schema, name);
    if (type !== name)
      this.blocks.push(
        `${name}: TypeAlias = ${type.includes(' | ') ? `"${type.replaceAll('"', "'")}"` : type}`,
      );
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

/** The operations of the document, and the names of their schemas. */
function readOperations({ paths }) {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/gateway/'))
    .map(([path, { post }]) => {
      const request = post.requestBody.content['application/json'].schema.$ref.split('/').at(-1);
      return {
        operation: path.slice('/gateway/'.length),
        request,
        data: request.replace(/Request$/, 'Data'),
      };
    });
}

function renderWireTypes({ components }, operations) {
  const writer = new Writer(components.schemas);
  const names = operations.map(({ operation }) => literal(operation));
  writer.blocks.push(
    `#: The operations of the gateway.\nOperationName = Literal[\n    ${names.join(',\n    ')},\n]`,
  );
  for (const [name, choice] of Object.entries(choices)) writer.writeChoice(name, choice);
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (isWritten(name)) writer.writeSchema(name, schema);
  }
  return `${head}\n${writer.blocks.join('\n\n\n')}\n`;
}

const callsHead = `"""\`\`call\`\` of both clients, typed by operation. Written by npm run docs from docs/openapi.json: change the contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from .flows import CallOptions
from .wire_types import (
`;

const callsDocs = `        """Signs and sends any operation; returns \`\`data\`\` as on the wire.

        \`\`timeout\`\` is how many seconds one answer may take. Types are those of the newest version: with another
        \`\`version\`\` there are none. Raises \`\`ValueError\`\` on an unknown operation.
        """`;

/** The class that types `call` by the operation's name. */
function renderCalls(name, operations, answer) {
  const options = 'idempotency_key: str | None = None, **options: Unpack[CallOptions]';
  const overloads = operations.map(
    ({ operation, request, data }) => `    @overload
    def call(
        self,
        operation: Literal[${literal(operation)}],
        payload: ${request},
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ${answer(data)}: ...
`,
  );
  return `class ${name}(ABC):
    """\`\`call\`\` by the name of an operation."""

    @abstractmethod
    def _call(self, operation: str, payload: Mapping[str, Any], options: Mapping[str, Any]) -> ${answer('Any')}: ...

${overloads.join('\n')}
    @overload
    def call(
        self, operation: str, payload: Mapping[str, Any], *, version: str, ${options}
    ) -> ${answer('Any')}: ...

    def call(self, operation: str, payload: Mapping[str, Any], **options: Any) -> ${answer('Any')}:
${callsDocs}
        return self._call(operation, payload, options)
`;
}

function renderTypedCalls(operations) {
  const imported = operations.flatMap(({ request, data }) => [request, data]).sort();
  return `${callsHead}${imported.map((name) => `    ${name},\n`).join('')})

if TYPE_CHECKING:
    from typing_extensions import Unpack


${renderCalls('Calls', operations, (data) => data)}

${renderCalls('AsyncCalls', operations, (data) => `Coroutine[Any, Any, ${data}]`)}`;
}

/** What a mock gateway checks by. */
function renderMockRules() {
  const errors = Object.entries(gatewayErrors).map(([name, { apiCode, httpStatus }]) => [
    name,
    { apiCode, httpStatus },
  ]);
  const operations = Object.entries(inputSchemas).map(([name, { version, missingField, schema }]) => [
    name,
    { versions: versions[name] ?? null, newest: version, missingField, schema },
  ]);
  const rules = {
    bodyLimit,
    errors: Object.fromEntries(errors),
    operations: Object.fromEntries(operations),
  };
  return `${JSON.stringify(rules, null, 1)}\n`;
}

/** The files as they should be, by their paths in the repository. */
export function renderPythonTypes() {
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const operations = readOperations(document);
  return {
    [`${folder}/wire_types.py`]: renderWireTypes(document, operations),
    [`${folder}/calls.py`]: renderTypedCalls(operations),
    [`${folder}/mock_rules.gen.json`]: renderMockRules(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(renderPythonTypes())) {
    const isCurrent = text === readFileSync(join(root, path), { encoding: 'utf8', flag: 'a+' });
    if (!isCurrent) writeFileSync(join(root, path), text);
    process.stdout.write(`${path} ${isCurrent ? 'is up to date' : 'is written'}\n`);
  }
}
