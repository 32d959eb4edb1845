/** Files of the repository that pages link to and that are no pages: the site has them as they are, below `files`. */
import { cpSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies what `paths` name; a folder gets a page that lists its files. */
export function copyLinkedFiles(paths, root, output) {
  for (const path of paths) {
    const target = join(output, 'files', path);
    mkdirSync(dirname(target), { recursive: true });
    if (statSync(join(root, path)).isDirectory()) copyFolder(path, root, target);
    else cpSync(join(root, path), target);
  }
}

function copyFolder(path, root, target) {
  const files = globSync('*.*', { cwd: join(root, path) }).filter((name) =>
    statSync(join(root, path, name)).isFile(),
  );
  mkdirSync(target, { recursive: true });
  for (const name of files) cpSync(join(root, path, name), join(target, name));
  const items = files.map((name) => `<li><a href="./${name}">${name}</a></li>`).join('');
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${path}</title>`;
  writeFileSync(join(target, 'index.html'), `${head}<h1>${path}</h1><ul>${items}</ul></html>\n`);
}
