import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { LinkedCase } from '../ui/linked-case.tsx';

/** The execution that an answer names, and the case that it opened, which may come after the answer. */
export function StartedExecution(props: { readonly domain: string; readonly executionId: string }) {
  const { domain, executionId } = props;
  const { data } = useQuery({
    queryKey: ['execution', domain, executionId],
    queryFn: ({ signal }) => call('executions.read', { params: { domain, executionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? 2_000 : 60_000),
  });
  const caseNo = data?.caseNo ?? null;
  return (
    <>
      <Link to="/executions/$domain/$executionId" params={{ domain, executionId }}>
        {text('operations.openExecution')}
      </Link>
      {caseNo !== null && (
        <span>
          <Sentence
            name="operations.caseIs"
            parts={{ case: <LinkedCase domain={domain} caseNo={caseNo} /> }}
          />
        </span>
      )}
    </>
  );
}
