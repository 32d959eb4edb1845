import type { WorkflowDetail } from '@gatehouse/contract';
import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PreviewFigures, PreviewReport, PreviewSettings } from './preview-queries.ts';
import { LosingSettings, PreviewExtent } from './preview-result.tsx';
import { dialOf, settingsOf, valueAt, withStep } from './setting-steps.ts';
import { TestOnPack } from './test-on-pack.tsx';
import { variantNames } from './variant-names.ts';
import { hoursText, paceText } from './work-text.ts';

type Turned = NonNullable<ReturnType<typeof dialOf>>;
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
  const dial = dialOf(change.variants);
  const own = dial && valueAt(settingsOf(detail.draft), dial).value;
  const isOwn = (settings: PreviewSettings): boolean =>
    dial !== undefined && valueAt(settings, dial).value === own;
  const names = variantNames(change.variants);
  const isReplay = change.kind === 'REPLAY';
  return (
    <>
      <ErrorAlert error={use.error} mb="sm" />
      <LosingSettings
        count={(result.variants ?? []).filter(({ vanishing }) => vanishing.trueMatches > 0).length}
      />
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
            <VariantRow key={names[index]} name={names[index]!} variant={variant} result={result}>
              {isOwn(change.variants[index]!) ? (
                <Text size="xs" className="gh-dim">
                  {detail.draftDiffers ? text('previews.inDraft') : text('previews.published')}
                </Text>
              ) : (
                dial &&
                permissions.includes('workflows.manage') && (
                  <Button
                    variant="default"
                    loading={use.isPending && use.variables.settings === change.variants[index]}
                    aria-label={text('previews.useNamed', { setting: names[index]! })}
                    onClick={() => use.mutate({ settings: change.variants[index]!, dial })}
                  >
                    {text('previews.use')}
                  </Button>
                )
              )}
              {dial && (
                <TestOnPack
                  domain={domain}
                  name={names[index]!}
                  settings={change.variants[index]!}
                  dial={dial}
                />
              )}
            </VariantRow>
          ))}
        </FoldingTable>
      </div>
      <Text size="xs" className="gh-dim" mt={6} mb="sm">
        {paceText(result.pace)} {text('previews.draftWords')}
      </Text>
      <PreviewExtent preview={preview} result={result} />
    </>
  );
}

/** One of the compared settings; `children` say whether it is active, or take it over. */
function VariantRow(props: {
  readonly name: string;
  readonly variant: Variant;
  readonly result: PreviewFigures;
  readonly children: ReactNode;
}) {
  const { variant, result } = props;
  const { volume, appearing, vanishing } = variant;
  return (
    <Table.Tr>
      <Table.Td>{props.name}</Table.Td>
      <Table.Td>
        <Lost count={vanishing.trueMatches} />
      </Table.Td>
      {volume !== undefined && (
        <Table.Td className="gh-number">
          {formatNumber(volume.alerts)}
          <Text size="xs" className="gh-dim">
            {text('previews.activeAlerts', { count: result.activeVolume?.alerts ?? 0 })}
          </Text>
        </Table.Td>
      )}
      <Table.Td className="gh-number">{formatNumber(appearing.alerts)}</Table.Td>
      <Table.Td className="gh-number">{formatNumber(vanishingOf(variant))}</Table.Td>
      <Table.Td className="gh-number">
        {hoursText(volume?.submits ?? appearing.customers, result.pace)}
      </Table.Td>
      <Table.Td>{props.children}</Table.Td>
    </Table.Tr>
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
    mutationFn: ({ settings, dial }: { readonly settings: PreviewSettings; readonly dial: Turned }) => {
      const definition = withStep(draft, settings, dial);
      if (definition === undefined) throw new Error(text('previews.draftChanged'));
      return call('workflows.save', {
        params: { domain },
        body: { definition, publish: false, expectedRevision: revision },
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflow', domain, workflowId] });
      await navigate({ to: '/workflows/$domain/$workflowId', params: { domain, workflowId } });
    },
  });
}
