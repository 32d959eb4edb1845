/** Runs for each test file. A hook of a fixture's own would be that of the first file alone, since files share modules. */
import { afterAll } from 'vitest';
import { removeDirectories } from './new-directory.ts';

afterAll(removeDirectories);
