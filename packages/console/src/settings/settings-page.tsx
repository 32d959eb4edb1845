import './settings.css';
import { Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { BrandingPart } from './branding-part.tsx';
import { CasesPart } from './cases-part.tsx';
import { HostedPart } from './hosted-part.tsx';
import { MonitoringPart } from './monitoring-part.tsx';
import { ReferencePart } from './reference-part.tsx';
import { WebhookHostsPart } from './webhook-hosts-part.tsx';

const route = getRouteApi('/settings');
const parts = {
  branding: text('settings.branding'),
  hosted: text('settings.hosted'),
  forms: text('settings.forms'),
  cases: text('settings.cases'),
  monitoring: text('settings.monitoring'),
  webhooks: text('settings.webhookHosts'),
} as const;

/** What the tenant settles for itself: the sections of the tenant file that its own people may change. */
export function SettingsPage() {
  const { part = 'branding' } = route.useSearch();
  const navigate = useNavigate();
  const mayChange = useSession().permissions.includes('settings.manage');
  const row = useRef<HTMLDivElement>(null);
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call('settings.read', { signal }),
  });
  const isRead = settings.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part that is shown is brought into sight with each change.
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [part, isRead]);
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('settings.title')}
      </Title>
      {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && (
        <Tabs
          value={part in parts ? part : 'branding'}
          onChange={(value) => value !== null && void navigate({ to: '/settings', search: { part: value } })}
          keepMounted={false}
        >
          <Tabs.List mb="sm" ref={row} className="gh-setting-parts">
            {Object.entries(parts).map(([value, name]) => (
              <Tabs.Tab key={value} value={value}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="branding">
            <BrandingPart
              setting={settings.data.branding}
              tenantName={settings.data.tenantName}
              mayChange={mayChange}
            />
          </Tabs.Panel>
          <Tabs.Panel value="hosted">
            <HostedPart setting={settings.data.hosted} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="forms">
            <ReferencePart summary={settings.data.reference} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="cases">
            <CasesPart setting={settings.data.cases} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="monitoring">
            <MonitoringPart setting={settings.data.monitoring} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="webhooks">
            <WebhookHostsPart setting={settings.data.webhookHosts} mayChange={mayChange} />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}
