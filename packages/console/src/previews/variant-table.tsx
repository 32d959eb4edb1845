import type { WorkflowDetail } from '@gatehouse/contract';
import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PreviewFigures, PreviewReport, PreviewSettings } from './preview-queries.ts';
import { withSettings } from './setting-steps.ts';
import { variantNames } from './variant-names.ts';
import { hoursText } from './work-text.ts';

type Variant = NonNullable<PreviewFigures['variants']>[number];

/** Each of the compared settings beside the active one: alerts, true matches that it loses, hours of review. */
export function VariantTable(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly preview: PreviewReport;
  readonly result: PreviewFigures;
}) {
  const { domain, detail, preview, result } = props;
  const { change } = preview;
  const { permissions } = useSession();
  const use = useDraft(domain, detail);
  if (change.kind === 'LIST_VERSION') return null;
  const names = variantNames(change.variants);
  const isReplay = change.kind === 'REPLAY';
  return (
    <>
      <ErrorAlert error={use.error} mb="sm" />
      <div className="gh-panel gh-wide">
        <FoldingTable
          label={text('previews.compared')}
          heads={[
            text('previews.setting'),
            text('previews.trueMatchesLost'),
            ...(isReplay ? [text('previews.alerts')] : []),
            text('previews.newAlerts'),
            text('previews.vanishing'),
            text('previews.work'),
            '',
          ]}
        >
          {(result.variants ?? []).map((variant, index) => (
            <Table.Tr key={names[index]}>
              <Table.Td>{names[index]}</Table.Td>
              <Table.Td>
                <Lost count={variant.vanishing.trueMatches} />
              </Table.Td>
              {isReplay && (
                <Table.Td className="gh-number">
                  {formatNumber(variant.volume?.alerts ?? 0)}
                  <Text size="xs" className="gh-dim">
                    {text('previews.activeAlerts', { count: result.activeVolume?.alerts ?? 0 })}
                  </Text>
                </Table.Td>
              )}
              <Table.Td className="gh-number">{formatNumber(variant.appearing.alerts)}</Table.Td>
              <Table.Td className="gh-number">{formatNumber(vanishingOf(variant))}</Table.Td>
              <Table.Td className="gh-number">
                {hoursText(
                  isReplay ? (variant.volume?.submits ?? 0) : variant.appearing.customers,
                  result.pace,
                )}
              </Table.Td>
              <Table.Td>
                {permissions.includes('workflows.manage') && (
                  <Button
                    variant="default"
                    loading={use.isPending && use.variables === change.variants[index]}
                    aria-label={text('previews.useNamed', { setting: names[index]! })}
                    onClick={() => use.mutate(change.variants[index]!)}
                  >
                    {text('previews.use')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      </div>
      <Text size="xs" className="gh-dim" mt={6} mb="sm">
        {text('previews.draftWords')}
      </Text>
    </>
  );
}

/** None is the only green. */
function Lost({ count }: { readonly count: number }) {
  return count === 0 ? (
    <Badge color="green" leftSection={<Icon of={CircleCheck} />}>
      {text('previews.noneLost')}
    </Badge>
  ) : (
    <Badge color="red" leftSection={<Icon of={TriangleAlert} />}>
      {formatNumber(count)}
    </Badge>
  );
}

function vanishingOf({ vanishing }: Variant): number {
  return vanishing.trueMatches + vanishing.falsePositives + vanishing.undecided;
}

/** Saves the settings into the draft of the workflow, and goes there: publishing asks whom it must. */
function useDraft(domain: string, detail: WorkflowDetail) {
  const { workflowId, revision, draft } = detail;
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { isShownInPlace: true },
    mutationFn: (settings: PreviewSettings) =>
      call('workflows.save', {
        params: { domain },
        body: { definition: withSettings(draft, settings), publish: false, expectedRevision: revision },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflow', domain, workflowId] });
      await navigate({ to: '/workflows/$domain/$workflowId', params: { domain, workflowId } });
    },
  });
}
