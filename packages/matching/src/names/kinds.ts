/** How names of a list count by what kind they are published as. */
export { KIND_FACTOR } from '../weights.ts';
