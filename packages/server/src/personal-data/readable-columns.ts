/** Columns that are stored in short, or in another row, as they are read: SQL of a statement `from` their table. */
const readable: Readonly<Record<string, string>> = {
  'case_record.subject': `coalesce(subject, (select e.data from execution e where e.tenant_id = case_record.tenant_id
    and e.domain = case_record.domain and e.execution_id = case_record.execution_id))`,
  'execution.node_runs': `case when node_runs is not null then (select jsonb_agg(to_jsonb(v) order by v.sequence)
    from gatehouse.node_runs(execution.tenant_id, execution.domain, execution.execution_id) v) end`,
};

/** The expression of such a column; undefined: it is read as it is. */
export function readableColumn(table: string, column: string): string | undefined {
  return readable[`${table}.${column}`];
}
