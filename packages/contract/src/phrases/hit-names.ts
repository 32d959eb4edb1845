/** A hit by its listed name, with whom it was found for. */
export interface HitLabel {
  readonly name: string;
  readonly isCustomer: boolean;
  /** Name of the party of the customer; null where that has none, and for the customer itself. */
  readonly party: string | null;
}

/** Hits that a text names, and how many more there are. */
export interface HitNames {
  readonly named: readonly HitLabel[];
  readonly more: number;
}

/** In English: `Jon Doe (for the customer), Jon Doe (for Kim) and 2 more`. */
export function wordHitNames({ named, more }: HitNames): string {
  const names = named.map(hitLabelText).join(', ');
  return more === 0 ? names : `${names} and ${more} more`;
}

function hitLabelText({ name, isCustomer, party }: HitLabel): string {
  return `${name} (for ${isCustomer ? 'the customer' : (party ?? 'a party')})`;
}
