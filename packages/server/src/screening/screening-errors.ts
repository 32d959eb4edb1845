/** No list is loaded yet, so nothing can be screened; on the wire SERVICE_NOT_FOUND (docs/interface.md 2). */
export class ListsNotLoaded extends Error {
  override readonly name = 'ListsNotLoaded';

  constructor() {
    super('the name lists are not loaded yet');
  }
}

/** The threads are being closed; whoever asked may ask again after the next start. */
export class ScreeningClosed extends Error {
  override readonly name = 'ScreeningClosed';

  constructor() {
    super('screening is being closed');
  }
}

/** A request was not answered in its time. */
export class ScreeningTimedOut extends Error {
  override readonly name = 'ScreeningTimedOut';

  constructor(timeoutMs: number) {
    super(`screening was not answered within ${timeoutMs} ms`);
  }
}
