/**
 * Ownership: what an answer costs in a graph of a million holdings and of a company with 10,000 owners, and how many of OFAC's
 * "Linked To" lead to one entry.
 *
 *     node bench/ownership/ownership.ts [holdings, default 1000000] [companies asked, default 200]
 */
import process from 'node:process';
import { buildIndex, listSources, openVersion } from '../../packages/matching/src/index.ts';
import { dataFile, hasData, readEntries } from '../../packages/matching/src/testing/lists.ts';
import {
  assessOwnership,
  beneficialOwners,
  blockedOwnership,
  buildGraph,
  type Designation,
  effectiveOwnership,
  graphAbove,
  type Holding,
  type OwnershipStructure,
  type Party,
  regimes,
  ruleOn,
} from '../../packages/ownership/src/index.ts';
import { relatedEntries } from '../../packages/server/src/screening/related-entries.ts';

const total = Number(process.argv[2] ?? 1_000_000);
const asked = Number(process.argv[3] ?? 200);
const day = '2026-01-01';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Processor time of this process: on a busy machine the clock measures the others. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const start = cpuMilliseconds();
  const result = run();
  return { ms: cpuMilliseconds() - start, result };
}

/** The same numbers each time (Lehmer's generator). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Companies in layers of ten, each with three or four holders: persons, or companies of the layer above. */
function population(holdings: number): OwnershipStructure {
  const random = randoms(7);
  const companies = Math.ceil(holdings / 3.5);
  const persons = companies * 2;
  const parties: Party[] = [
    ...Array.from({ length: companies }, (_, at) => ({ id: `c${at}`, kind: 'company' as const })),
    ...Array.from({ length: persons }, (_, at) => ({ id: `p${at}`, kind: 'person' as const })),
  ];
  const layer = Math.ceil(companies / 10);
  const edges: Holding[] = [];
  for (let company = 0; company < companies && edges.length < holdings; company++) {
    const holders = random() < 0.5 ? 3 : 4;
    for (let at = 0; at < holders && edges.length < holdings; at++) {
      const above = Math.floor(company / layer) + 1;
      const isCompany = above < 10 && random() < 0.4;
      const holderId = isCompany
        ? `c${Math.min(companies - 1, above * layer + Math.floor(random() * layer))}`
        : `p${Math.floor(random() * persons)}`;
      edges.push({ holderId, companyId: `c${company}`, shares: random() < 0.05 ? null : 100 / holders });
    }
  }
  return { parties, holdings: edges };
}

function percentile(values: readonly number[], part: number): string {
  return values
    .toSorted((a, b) => a - b)
    [Math.min(values.length - 1, Math.floor(values.length * part))]!.toFixed(2);
}

function askAbout(structure: OwnershipStructure): void {
  const built = timed(() => buildGraph(structure));
  const { graph } = built.result;
  say(
    `${structure.holdings.length} holdings, ${structure.parties.length} parties: graph built in ${built.ms.toFixed(0)} ms`,
  );
  const random = randoms(11);
  const designations: Designation[] = Array.from({ length: 50 }, () => ({
    partyId: structure.parties[Math.floor(random() * structure.parties.length)]!.id,
    regime: 'OFAC',
    certainty: 'listed',
  }));
  const sizes: number[] = [];
  const each = Array.from({ length: asked }, () => {
    // Of the lowest layer: most stands above it.
    const companyId = `c${Math.floor((random() * structure.holdings.length) / 35)}`;
    return timed(() => {
      const part = graphAbove(graph, companyId);
      sizes.push(part.ids.length);
      const ownership = effectiveOwnership(part, companyId);
      beneficialOwners(part, { companyId, ownership, structure });
      for (const regime of regimes) {
        const rule = ruleOn(regime, day)!;
        blockedOwnership(part, { companyId, rule, designations });
      }
    }).ms;
  });
  const mean = each.reduce((sum, ms) => sum + ms, 0) / each.length;
  say(
    `  a company, all answers: mean ${mean.toFixed(2)} ms, median ${percentile(each, 0.5)}, 99th percentile ${percentile(each, 0.99)}; ` +
      `${percentile(sizes, 0.5)} parties above it in the median, ${Math.max(...sizes)} at most`,
  );
}

function tenThousandOwners(): void {
  const owners = 10_000;
  const listed: Designation[] = ['p1', 'p2'].map((partyId) => ({
    partyId,
    regime: 'UK',
    certainty: 'listed',
  }));
  const structure = (votes: boolean): OwnershipStructure => ({
    parties: [
      { id: 'root', kind: 'company' },
      ...Array.from({ length: owners }, (_, at) => ({ id: `p${at}`, kind: 'person' as const })),
    ],
    holdings: Array.from({ length: owners }, (_, at) => ({
      holderId: `p${at}`,
      companyId: 'root',
      shares: 100 / owners,
      ...(votes && { votes: 100 / owners }),
    })),
  });
  for (const votes of [false, true]) {
    const question = { structure: structure(votes), companyId: 'root', designations: listed, day };
    const runs = Array.from({ length: 21 }, () => timed(() => assessOwnership(question)).ms);
    say(
      `${owners} owners of one company${votes ? ', with votes of their own' : ''}: first ${runs[0]!.toFixed(1)} ms, median ${percentile(runs, 0.5)}`,
    );
  }
}

async function linkedTo(): Promise<void> {
  if (!hasData) return say('OFAC’s list is not beside the checkout: links are not counted');
  const names = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'];
  const files = names.map((name) => dataFile(`lists/us-ofac-sdn/${name}`));
  const { entries } = await readEntries(listSources['us-ofac-sdn']!, files);
  const version = { source: 'us-ofac-sdn', version: '1' };
  const list = openVersion({ ...version, base: buildIndex(entries, version) });
  const linking = entries.filter(({ details }) =>
    details?.relations?.some(({ role }) => role === 'Linked To'),
  );
  const counts = { one: 0, none: 0, several: 0 };
  const read = timed(() => {
    for (const { id } of linking) {
      const { entries: found } = relatedEntries([list], [id]);
      for (const { role, entityIds } of found[0]!.relations) {
        if (role !== 'Linked To') continue;
        counts[entityIds.length === 1 ? 'one' : entityIds.length === 0 ? 'none' : 'several']++;
      }
    }
  });
  say(
    `"Linked To" of ${linking.length} entries: ${counts.one} lead to one entry, ${counts.none} to none, ${counts.several} to several; ` +
      `${(read.ms / linking.length).toFixed(2)} ms an entry`,
  );
}

askAbout(population(total));
tenThousandOwners();
await linkedTo();
