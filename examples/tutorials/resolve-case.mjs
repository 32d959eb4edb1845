/**
 * Does over the console's interface what an analyst does on its pages: claims a case, rules on every hit, resolves.
 * resolve-case.mjs CASE_NO approve|reject|close REASON
 */
import process from 'node:process';

const { GATEHOUSE_BASE_URL, GATEHOUSE_DOMAIN, TUTORIAL_PASSWORD } = process.env;
const [caseNo, move, reason] = process.argv.slice(2);
const api = GATEHOUSE_BASE_URL.replace(/\/gateway$/, '/console/api');
let cookie = '';

async function send(method, path, body) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { 'x-gatehouse-console': '1', 'content-type': 'application/json', cookie },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) {
    console.error(`${caseNo}: ${answer.message}`);
    process.exit(1);
  }
  cookie =
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ') || cookie;
  return answer;
}

await send('POST', '/session', { email: 'olivia@tutorial.test', password: TUTORIAL_PASSWORD });
const path = `/domains/${GATEHOUSE_DOMAIN}/cases/${caseNo}`;
const shown = await send('GET', path);
const claimed = await send('POST', `${path}/moves`, { move: 'claim', expectedRevision: shown.revision });
const ruling = move === 'reject' ? 'TRUE_MATCH' : 'FALSE_POSITIVE';
for (const { alertId, name, ruling: before } of shown.alerts) {
  if (before !== null) continue;
  await send('POST', `${path}/alerts/${alertId}/rulings`, { ruling, reason });
  console.log(`${ruling}: ${name}`);
}
const resolved = await send('POST', `${path}/moves`, { move, reason, expectedRevision: claimed.revision });
console.log(caseNo, resolved.status);
