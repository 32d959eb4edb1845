import type { SettingOrigin, SettingSection } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';

/** What a tenant file did to one section of the settings. */
export interface FileWord {
  /** Whether the file speaks of it. */
  readonly isSaid: boolean;
  /** Whether that changed what was stored. */
  readonly isChanged: boolean;
}

/** Counts what an applied tenant file changed, and keeps of which sections it speaks. For operator transactions. */
export async function recordFileSettings(
  tx: Tx,
  tenantId: string,
  words: ReadonlyMap<SettingSection, FileWord>,
): Promise<void> {
  const rows = [...words].map(([section, { isSaid, isChanged }]) => ({ section, isSaid, isChanged }));
  await tx.sql(
    `insert into tenant_setting as s (tenant_id, section, version, in_file, changed_at)
     select $1, w.section, case when w."isChanged" then 1 else 0 end, w."isSaid", case when w."isChanged" then now() end
     from jsonb_to_recordset($2::jsonb) as w(section text, "isSaid" boolean, "isChanged" boolean)
     on conflict (tenant_id, section) do update set version = s.version + excluded.version, in_file = excluded.in_file,
       changed_by = case when excluded.version = 0 then s.changed_by end,
       changed_at = coalesce(excluded.changed_at, s.changed_at)
     where excluded.version > 0 or s.in_file <> excluded.in_file`,
    [tenantId, JSON.stringify(rows)],
  );
}

/** Makes the next version of a section, a person's. For operator transactions that hold the tenant's row. */
export async function raiseSetting(
  tx: Tx,
  tenantId: string,
  { section, email }: { readonly section: SettingSection; readonly email: string },
): Promise<void> {
  await tx.sql(
    `insert into tenant_setting as s (tenant_id, section, version, changed_by, changed_at) values ($1, $2, 1, $3, now())
     on conflict (tenant_id, section) do update
       set version = s.version + 1, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [tenantId, section, email],
  );
}

/** Which version of a section is active, and where it came from. */
export async function readSettingOrigins(
  tx: Tx,
  tenantId: string,
): Promise<(section: SettingSection) => SettingOrigin> {
  const rows = await tx.sql<Omit<SettingOrigin, 'changedAt'> & { section: string; changedAt: Date | null }>(
    `select section, version, in_file as "isInFile", changed_by as "changedBy", changed_at as "changedAt"
     from tenant_setting where tenant_id = $1`,
    [tenantId],
  );
  const found = new Map(
    rows.map(({ section, changedAt, ...origin }) => [
      section,
      { ...origin, changedAt: changedAt?.getTime() ?? null },
    ]),
  );
  return (section) => found.get(section) ?? never;
}

/** Of a section that nobody has spoken of. */
const never: SettingOrigin = { version: 0, isInFile: false, changedBy: null, changedAt: null };
