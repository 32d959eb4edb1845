/**
 * The embedded stores of a test's own process wait for no disk: tests end processes, never the system, and what that has
 * taken is there. Each commit would else stop the process for the time of a disk; that the store asks for it,
 * `embedded.test.ts` tries.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.fsyncSync = () => undefined;
syncBuiltinESMExports();
