/**
 * Puts the declarations of a package's modules into one file for each entry, so that its types need no other file.
 * It knows the form that the compiler gives to our own sources, and refuses any other.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fromModule = /^(import|export)( type)? (?:\{([^}]*)\}|(\*)) from '([^']+)';$/gm;
const declaration = /^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm;

/** Those that are not exported too: all of them share one file. */
const topLevel = /^(?:export )?(?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm;

/** A module's declarations, what it exports, and what it takes over from others. */
function readModule(path) {
  const text = readFileSync(path, 'utf8').replace(/^(?:export \{\};|import '[^']+';)$/gm, '');
  const links = [...text.matchAll(fromModule)].map(([, kind, , names = '', star, specifier]) => ({
    kind,
    names: star === undefined ? splitNames(names, path) : undefined,
    specifier,
  }));
  const body = text.replace(fromModule, '').trim();
  const declared = [...body.matchAll(declaration)].map(([, name]) => name);
  const names = [...body.matchAll(topLevel)].map(([, name]) => name);
  return { path, links, body: body.replace(/^export (declare |interface |type )/gm, '$1'), declared, names };
}

function splitNames(names, path) {
  return names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .map((name) => {
      if (/\bas\b/.test(name))
        throw new Error(`${path} renames ${name}: it cannot be put with other modules`);
      return name;
    });
}

/**
 * The declarations of the entry and of every module that it reaches. `resolve` says which file a specifier stands for;
 * `elsewhere` maps a file to the entry beside this one that has its declarations.
 */
export function rollTypes(entry, { resolve, elsewhere = new Map() }) {
  const modules = new Map();
  const imported = new Map();
  const visit = (path) => {
    if (modules.has(path)) return;
    const module = readModule(path);
    modules.set(path, module);
    for (const { kind, names, specifier } of module.links) {
      const target = resolve(specifier, dirname(path));
      const other = elsewhere.get(target);
      if (other === undefined) visit(target);
      else if (kind === 'import') imported.set(other, [...(imported.get(other) ?? []), ...names]);
      else throw new Error(`${path} exports again what ${other} exports`);
    }
  };
  visit(entry);
  refuseTwins([...modules.values()].flatMap(({ names }) => [...new Set(names)]));
  const imports = [...imported].map(
    ([other, names]) => `import type { ${sorted(names).join(', ')} } from '${other}';\n`,
  );
  // What an entry takes from is declared before it, which reads better; the compiler does not mind.
  const bodies = [...modules.values()].map(({ body }) => body).filter((body) => body !== '');
  const names = sorted(exportedNames(entry, modules, resolve));
  return {
    text: `${imports.join('')}${bodies.toReversed().join('\n')}\nexport { ${names.join(', ')} };\n`,
    files: [...modules.keys()],
  };
}

function sorted(names) {
  return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
}

function refuseTwins(names) {
  const twins = names.filter((name, index) => names.indexOf(name) !== index);
  if (twins.length > 0) throw new Error(`declared by several modules: ${twins.join(', ')}`);
}

function exportedNames(path, modules, resolve) {
  const { links, declared } = modules.get(path);
  const passedOn = links
    .filter(({ kind }) => kind === 'export')
    .flatMap(
      ({ names, specifier }) => names ?? exportedNames(resolve(specifier, dirname(path)), modules, resolve),
    );
  return [...new Set([...declared, ...passedOn])];
}

/**
 * Declarations without the places that comments cite, as in "(interface specification 3.3)": readers of a published
 * package have neither that document nor the pages of the repository.
 */
export function withoutCitations(text) {
  return text.replace(/(?:[ \t]|\n[ \t]*\*[ \t])*\((?:interface specification\s|docs\/)[^()]*\)/g, '');
}

/** Finds declarations of relative specifiers, and of the workspace's packages where the compiler wrote them. */
export function resolverOf(sources, written) {
  return (specifier, folder) => {
    if (specifier.startsWith('.')) return join(folder, specifier.replace(/\.(?:ts|js)$/, '.d.ts'));
    const source = sources.get(specifier);
    if (source === undefined)
      throw new Error(`types may not come from ${specifier}: the package does not have it`);
    return join(written, source.replace(/\.ts$/, '.d.ts'));
  };
}
