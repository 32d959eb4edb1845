import { Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { AuditRecords } from './audit-records.tsx';

/** The tenant's audit record: who did what, and the proof that nobody changed it. */
export function AuditPage() {
  const given = new URLSearchParams(window.location.search).get('objectId') ?? '';
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('audit.title')}
      </Title>
      <AuditRecords auditObject="audit" objectId={given} />
    </>
  );
}
