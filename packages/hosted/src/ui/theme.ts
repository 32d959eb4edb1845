import { formatColour, parseColour, readableOn, textOn } from '@gatehouse/contract/colours';

/** `--hover` of the styles: of the grounds on which the tenant's colour appears as text the darkest of light, the lightest of dark. */
export const lightGround = '#f3f5f9';
export const darkGround = '#20252e';

/** Gives the page the tenant's colour. Set through the object model, which a strict content policy allows. */
export function applyTenantColour(primaryColour: string | null): void {
  const colour = primaryColour === null ? null : parseColour(primaryColour);
  const { style } = document.documentElement;
  const names = ['--tenant', '--tenant-text', '--tenant-on-light', '--tenant-on-dark'];
  if (!colour) {
    for (const name of names) style.removeProperty(name);
    return;
  }
  style.setProperty('--tenant', formatColour(colour));
  style.setProperty('--tenant-text', formatColour(textOn(colour)));
  style.setProperty('--tenant-on-light', formatColour(readableOn(parseColour(lightGround)!, colour)));
  style.setProperty('--tenant-on-dark', formatColour(readableOn(parseColour(darkGround)!, colour)));
}

/** Fills the step that waits, in the picture of the progress, as far as its screens are done. */
export function showShareOfStep(share: number): void {
  document.documentElement.style.setProperty('--share-of-step', String(share));
}
