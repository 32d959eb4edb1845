/** Lines that close a circle, seen from the customer up: its holders are above it, whoever they are held by. */
export function circularLines<Line extends { readonly from: string; readonly to: string }>(
  customerId: string,
  lines: readonly Line[],
): ReadonlySet<Line> {
  const above = Map.groupBy(lines, ({ to }) => to);
  const circular = new Set<Line>();
  const done = new Set<string>();
  const onPath = new Set<string>();
  const visit = (id: string) => {
    onPath.add(id);
    for (const line of above.get(id) ?? []) {
      if (onPath.has(line.from)) circular.add(line);
      else if (!done.has(line.from)) visit(line.from);
    }
    onPath.delete(id);
    done.add(id);
  };
  visit(customerId);
  return circular;
}
