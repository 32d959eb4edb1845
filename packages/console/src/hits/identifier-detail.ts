const submitted = 'the submitted address is invalid, probably mistyped';

/** The line of the score about an identifier, saying that a wrong checksum is the submitted side's and what it means. */
export function identifierDetail(detail: string): string {
  return detail
    .replace(' and its checksum is wrong', `; ${submitted}`)
    .replace('its checksum is wrong', submitted);
}
