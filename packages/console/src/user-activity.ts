/** For so long after the last key or movement somebody is taken to sit before the page. */
const attendedMs = 60_000;

let lastSign = Date.now();
for (const sign of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart']) {
  window.addEventListener(sign, () => (lastSign = Date.now()), { capture: true, passive: true });
}

/** Whether a person is there: what a page reads by itself must not keep the session of somebody who left alive. */
export function isUserActive(): boolean {
  return Date.now() - lastSign < attendedMs;
}
