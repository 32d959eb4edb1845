import {
  type DatabaseLocation,
  hasEmbeddedStore,
  type OpenDatabase,
  openDatabase,
} from '../database/index.ts';
import { type MoveSession, openEmbeddedSession, openPostgresSession } from '../database/move-session.ts';
import { tenantMoveRefusal } from './refusals.ts';

/** The store of a running deployment, by its services. An embedded one has one process: the service has to be stopped. */
export async function openCell(place: DatabaseLocation): Promise<OpenDatabase> {
  return refuseInUse(place, () => openDatabase(place, { schema: 'require' }));
}

/** The same by one connection that moves rows; where the store is embedded, while nothing else has it open. */
export async function openCellSession(place: DatabaseLocation): Promise<MoveSession> {
  if ('dataDir' in place) return refuseInUse(place, () => openEmbeddedSession(place.dataDir));
  return openPostgresSession(place.ownerUrl ?? place.url);
}

/** Takes the role that row-level security lets see every tenant, until the session ends or takes another. */
export async function enterAsOperator({ run }: MoveSession): Promise<void> {
  await run('set role gatehouse_operator');
}

/** @throws OperatorRefusal where an embedded store is named that is not there */
export function requireStore(place: DatabaseLocation): void {
  if ('dataDir' in place && !hasEmbeddedStore(place.dataDir)) {
    throw tenantMoveRefusal('noEmbeddedStore', place.dataDir);
  }
}

async function refuseInUse<T>(place: DatabaseLocation, open: () => Promise<T>): Promise<T> {
  requireStore(place);
  try {
    return await open();
  } catch (error) {
    const isInUse = 'dataDir' in place && error instanceof Error && error.message.includes('in use');
    throw isInUse ? tenantMoveRefusal('storeInUse', place.dataDir) : error;
  }
}
