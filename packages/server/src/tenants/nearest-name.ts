/** The known name that `name` was probably meant to be; undefined when none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let nearestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  return nearest;
}

/** `did you mean …?` where a known name is near, else all that would be right. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known are ${known.join(', ')}` : `did you mean ${nearest}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(replaced, last[column]! + 1, current[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, beforeLast[column - 2]! + 1);
      current.push(best);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}
