import Bowser from 'bowser';

/** Browser and system of a `User-Agent`, as `Firefox on macOS`, for people to know their own devices by; empty for none. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name].filter((word) => word !== undefined && word !== '');
  return words.join(' on ').slice(0, 100);
}
