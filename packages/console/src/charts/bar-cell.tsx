/** A bar in a cell of a table, in parts of one whole; the figures are in the cells beside it. */
export function BarCell(props: {
  readonly parts: readonly {
    readonly look: 'filled' | 'hatched' | 'outlined';
    readonly count: number;
  }[];
  /** What fills the whole width. */
  readonly whole: number;
}) {
  const { parts, whole } = props;
  return (
    <span className="gh-bar-cell" aria-hidden>
      {parts.map(
        ({ look, count }) =>
          count > 0 && (
            <span
              key={look}
              className="gh-bar-part"
              data-look={look}
              style={{ width: `${(count / Math.max(1, whole)) * 100}%` }}
            />
          ),
      )}
    </span>
  );
}
