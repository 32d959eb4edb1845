/** Prints the page, or saves it as a PDF: by the browser, which has a font for every script that it can show. */
export function printPage(): void {
  const root = document.documentElement;
  const scheme = 'data-mantine-color-scheme';
  const was = root.getAttribute(scheme);
  // Paper is white, whatever the screen is.
  root.setAttribute(scheme, 'light');
  const restore = (): void => {
    window.removeEventListener('afterprint', restore);
    if (was !== null) root.setAttribute(scheme, was);
  };
  window.addEventListener('afterprint', restore);
  window.print();
}
