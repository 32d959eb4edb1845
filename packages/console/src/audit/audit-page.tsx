import { Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { text } from '../messages/text.ts';
import { readAuditFilters } from './audit-filters.ts';
import { AuditRecords } from './audit-records.tsx';

const route = getRouteApi('/audit');

/** The tenant's audit record: who did what, and the proof that nobody changed it. */
export function AuditPage() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('audit.title')}
      </Title>
      <AuditRecords
        auditObject="audit"
        filters={filters}
        change={(next) => void navigate({ to: '/audit', search: readAuditFilters({ ...next }) })}
      />
    </>
  );
}
