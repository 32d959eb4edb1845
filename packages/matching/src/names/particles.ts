/** Small words inside personal names that are left out, moved, or written together with their neighbour. */
export const PARTICLES: ReadonlySet<string> = new Set(
  `
  al el ul ur as ad ar at az an ash adh
  bin ibn bn ben bint binti binte bint_ ibnu ould wuld weld walad wald bnou
  de del della delle dello degli dei di da do dos das du des d la le les lo las los y e i
  van von vom zu zum zur der den dem ter ten te tot op het t v
  af av ap ab mac mc fitz o
  e i ye ya wa va
  ogly oglu oghlu oghly ogli ughli ugli uly uulu kyzy kizi qizi qyzy gyzy gizi
  `
    .split(/\s+/)
    .filter((word) => word.length > 1 && !word.includes('_')),
);
