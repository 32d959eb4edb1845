/**
 * Property tests draw new cases at every run, so that they go on looking; under CI=true they draw the same ones,
 * so that a change is evaluated by what it changed. `GATEHOUSE_TEST_SEED` repeats a run; a failure prints its seed.
 */
import process from 'node:process';
import fc from 'fast-check';

const given = process.env.GATEHOUSE_TEST_SEED ?? (process.env.CI === 'true' ? '20261120' : undefined);
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
