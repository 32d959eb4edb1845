import type { ListEngineChoice } from '../../screening/index.ts';

/** The settings that are compared, each screening node by itself where all of them have the same number of nodes. */
export class ComparedNodes {
  readonly searches: readonly (readonly ListEngineChoice[])[];
  readonly #nodes: number;

  constructor(compared: readonly (readonly ListEngineChoice[])[]) {
    const [published] = compared;
    const isEachAlone = compared.every(({ length }) => length === published!.length);
    this.#nodes = isEachAlone ? published!.length : 1;
    this.searches = isEachAlone ? compared.flatMap((nodes) => nodes.map((choice) => [choice])) : compared;
  }

  /** Which of the settings have a hit, by the searches that found it; `place` is that of the screening node. */
  variantsOf(searches: readonly number[], place: number | undefined): number[] {
    const own = searches.filter(
      (search) => this.#nodes === 1 || place === undefined || search % this.#nodes === place,
    );
    return own.map((search) => Math.floor(search / this.#nodes));
  }
}
