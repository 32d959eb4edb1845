/** `npm start`: makes the clone ready, then runs the service with a demo tenant in this process's place. */
import { join } from 'node:path';
import process from 'node:process';
import { replaceProcess } from '../packages/server/bin/packaged-node.mjs';
import { prepareClone, root } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';

const node = prepareClone({ development: false });
buildPages(node);
const executable = join(root, 'packages', 'server', 'bin', 'gatehouse.mjs');
replaceProcess(node, [executable, 'demo', ...process.argv.slice(2)]);
