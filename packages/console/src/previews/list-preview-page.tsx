import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { listTitle } from '../hits/list-titles.ts';
import { ConfirmChoice, useVersionChoice } from '../lists/choose-version.tsx';
import { choiceLabels } from '../lists/versions.tsx';
import { text } from '../messages/text.ts';
import { usePageName } from '../navigation/page-name.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { DeploymentPreviews } from './deployment-previews.tsx';
import { useOrderPreview, usePreviews } from './preview-queries.ts';
import { PreviewState } from './preview-state.tsx';

const route = getRouteApi('/lists/preview');

/** What would follow if a list version were activated, and the choice whether it is. */
export function ListPreviewPage() {
  const { source, version } = route.useSearch();
  const { permissions, domains } = useSession();
  const mayManage = permissions.includes('lists.manage');
  usePageName(text('lists.preview'));
  const isTenant = permissions.includes('customers.read') && domains.length > 0;
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Title order={1} size="h3">
          {text('previews.ofVersion', { list: listTitle(source), version })}
        </Title>
        {mayManage && <ActivateButton source={source} version={version} />}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('previews.versionWords')} {!mayManage && text('previews.operatorDecides')}{' '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(root) => <Link to="/lists" search={{ source }} {...root} />}
        >
          {text('previews.backToVersions')}
        </Anchor>
      </Text>
      {isTenant && <OwnPreview source={source} version={version} />}
      {mayManage && <DeploymentPreviews source={source} version={version} />}
    </>
  );
}

/** Accepts the version or goes back to it, after it was asked for and confirmed. */
function ActivateButton(props: { readonly source: string; readonly version: string }) {
  const { source, version } = props;
  const navigate = useNavigate();
  const choice = useVersionChoice(() => void navigate({ to: '/lists', search: { source } }));
  const list = useQuery({ queryKey: ['lists'], queryFn: ({ signal }) => call('lists.list', { signal }) });
  const row = list.data?.lists
    .find((one) => one.source === source)
    ?.versions.find((one) => one.version === version);
  const outcome = choice.choose.data?.outcomes.find(({ kind }) => kind !== 'activated');
  const reason = row?.may ?? null;
  return (
    <>
      {reason !== null && (
        <Button onClick={() => choice.ask({ source, version, reason })}>{choiceLabels[reason]}</Button>
      )}
      <ErrorAlert error={choice.choose.error} />
      {outcome !== undefined && (
        <Alert color="orange" role="status">
          {outcome.message}
        </Alert>
      )}
      <ConfirmChoice {...choice} />
    </>
  );
}

/** The newest preview of the version in the chosen domain. */
function OwnPreview({ source, version }: { readonly source: string; readonly version: string }) {
  const domain = useDomain();
  const mayOrder = useSession().permissions.includes('monitoring.order');
  const list = usePreviews(domain, true);
  const order = useOrderPreview(domain);
  const newest = list.data?.previews.find(
    ({ change }) => change.kind === 'LIST_VERSION' && change.source === source && change.version === version,
  );
  return (
    <section aria-label={text('previews.ofDomain', { domain })}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          {text('previews.ofDomain', { domain })}
        </Title>
        {mayOrder && newest?.state !== 'ORDERED' && (
          <Button
            variant={newest === undefined ? 'filled' : 'default'}
            loading={order.isPending}
            disabled={list.data === undefined}
            onClick={() => order.mutate({ kind: 'LIST_VERSION', source, version })}
          >
            {newest === undefined ? text('previews.run') : text('previews.runAgain')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={list.error ?? order.error} mb="sm" />
      {list.isSuccess && newest === undefined && (
        <Text size="sm" className="gh-panel gh-block gh-dim">
          {text('previews.none')}
        </Text>
      )}
      {newest && <PreviewState domain={domain} preview={newest} />}
    </section>
  );
}
