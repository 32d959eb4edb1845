import writeWorkbook from 'write-excel-file/node';

export type Row = readonly (string | number | null)[];

/** The head of a structure sheet of the Department of Statistics. */
export function sheetHead(name: 'SSIC' | 'SSOC', year: number): Row[] {
  return [
    [`Singapore Standard Classification ${year} – Classification Structure`, null],
    [`Last updated: 1 April ${year}`, null],
    ['Department of Statistics, Ministry of Trade & Industry, Republic of Singapore', null],
    [null, null],
    [`${name} ${year}`, `${name} ${year} Title`],
  ];
}

/** A small classification of industries that is whole. */
export const industries: readonly Row[] = [
  ['A', 'AGRICULTURE AND FISHING'],
  ['01', 'AGRICULTURE'],
  ['011', 'GROWING OF CROPS'],
  ['0111', 'Growing of Food Crops'],
  ['01111', 'Growing of leafy vegetables'],
  ['01119', 'Growing of food crops n.e.c.'],
];

/** A workbook with one sheet. */
export function workbookOf(rows: readonly Row[], sheet = 'Structure'): Promise<Buffer> {
  const data = rows.map((row) => row.map((value) => (value === null ? null : { value })));
  return writeWorkbook(data as never, { sheet } as never).toBuffer();
}
