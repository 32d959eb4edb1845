let names: ReadonlyMap<string, string> = new Map();

/** Keeps what the people of the tenant are called; without arguments nobody's: the next person may be of another tenant. */
export function keepPeopleNames(
  people: readonly { readonly email: string; readonly name: string }[] = [],
): void {
  names = new Map(people.map(({ email, name }) => [email, name]));
}

/** What a person is called; the address where no name is kept, and beside a name that a colleague has too. */
export function personName(email: string): string {
  const name = names.get(email);
  if (name === undefined) return email;
  const folded = name.toLocaleLowerCase();
  const isShared = [...names].some(
    ([address, other]) => address !== email && other.toLocaleLowerCase() === folded,
  );
  return isShared ? `${name} (${email})` : name;
}
