import type { ConsoleBody } from '@gatehouse/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import type { Run } from './assurance-texts.ts';

/** What follows a report: other settings for the workflow, and the same records screened again. */
export function NextSteps({ domain, run }: { readonly domain: string; readonly run: Run }) {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workflow, seed, size, cleanFrom } = run.settings;
  const repeat = useMutation({
    mutationFn: () =>
      call('assurance.order', {
        params: { domain },
        body: { seed, size, cleanFrom: cleanFrom ?? 'MADE_UP', screening: screeningOf(run) },
      }),
    meta: { isShownInPlace: true },
    onSuccess: async ({ assuranceRunId }) => {
      await queries.invalidateQueries({ queryKey: ['assurance', domain], exact: true });
      await navigate({ to: '/assurance/$domain/$assuranceRunId', params: { domain, assuranceRunId } });
    },
  });
  return (
    <>
      <Group gap="xs" mb="sm" className="gh-unprinted">
        {workflow !== null && permissions.includes('workflows.read') && (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link
                to="/tuning/$domain/$workflowId"
                params={{ domain, workflowId: workflow.workflowId }}
                {...root}
              />
            )}
          >
            {text('assurance.tune')}
          </Button>
        )}
        {permissions.includes('assurance.run') && (
          <Button variant="default" loading={repeat.isPending} onClick={() => repeat.mutate()}>
            {text('assurance.testAgain')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={repeat.error} mb="sm" />
    </>
  );
}

/** The same source of settings: of a workflow's node, those that are published now. */
function screeningOf({ settings }: Run): ConsoleBody<'assurance.order'>['screening'] {
  const { workflow } = settings;
  if (workflow !== null) {
    const { workflowId, nodeId } = workflow;
    return { engine: 'WORKFLOW', workflowId, nodeId, searchedBy: settings.engine };
  }
  if (settings.engine === 'GLOBAL_CHECK') {
    return { engine: settings.engine, engineSettings: settings.engineSettings };
  }
  if (settings.engine === 'RISK_LISTS') {
    return { engine: settings.engine, engineSettings: settings.engineSettings };
  }
  return { engine: settings.engine, engineSettings: settings.engineSettings };
}
