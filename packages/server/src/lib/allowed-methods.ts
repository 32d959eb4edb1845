interface RouteToFind {
  readonly method: string;
  /** Parameters in braces: `/cases/{caseNo}`. */
  readonly path: string;
}

/**
 * The methods that a table of routes has at a path, empty where it has none: what `Allow` of a 405 says. Paths are
 * compared as they were sent, without the query.
 */
export function allowedMethodsOf(
  routes: readonly RouteToFind[],
  prefix: string,
): (url: string) => readonly string[] {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const patterns = [...byPath].map(([path, calls]) => ({
    pattern: new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: calls.map(({ method }) => method),
  }));
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return [...new Set(patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))];
  };
}

/** Whether a method is refused because the path has others alone. `HEAD` goes with `GET`. */
export function isOtherMethod(method: string, allowed: readonly string[]): boolean {
  return allowed.length > 0 && !allowed.includes(method === 'HEAD' ? 'GET' : method);
}
