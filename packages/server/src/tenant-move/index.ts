/**
 * Moves one tenant to another deployment (a cell) that has tenants of its own: stops it, writes what is its alone into a folder,
 * and fills the other deployment with it, compared row by row. Never touches a row of another tenant.
 */
export { cellKeyOf, formatCellKey, parseCellKey } from './cell-keys.ts';
export { cancelMove, completeMove } from './close-tenant.ts';
export { deleteDemoTenant } from './delete-demo.ts';
export { deleteMovedTenant } from './delete-tenant.ts';
export { exportTenantFolder, type TenantExport } from './export-tenant.ts';
export { importTenantFolder, type TenantImport } from './import-tenant.ts';
export { openCell, requireStore } from './open-stores.ts';
