import { Kbd, Table } from '@mantine/core';
import { text } from '../messages/text.ts';

const shortcuts = [
  ['Ctrl K', text('manual.keySearch')],
  ['J / K', text('frame.keyRows')],
  ['Enter', text('frame.keyOpenRow')],
  ['N', text('manual.keyNextCase')],
  ['/', text('manual.keyFind')],
  ['1 – 9', text('manual.keyHit')],
  ['T / F / U', text('manual.keyRule')],
  ['X, Shift A', text('manual.keySelectHits')],
  ['Shift B / C / G', text('manual.keyContradicting')],
  ['Shift U, 0', text('manual.keyUnresolved')],
  ['C', text('manual.keyClaim')],
  ['A / R', text('manual.keyDecide')],
  ['M / D', text('manual.keyNote')],
  ['P', text('manual.keyPrint')],
  ['A / X / G', text('manual.keyReview')],
  ['X, B', text('manual.keyAssign')],
  ['E', text('manual.keyExport')],
  ['Ctrl Enter', text('manual.keyConfirm')],
] as const;

/** All keys of the console. */
export function Shortcuts(props: {
  readonly pages: readonly { readonly name: string; readonly key: string }[];
}) {
  const all = [
    ...shortcuts,
    ...props.pages.map(({ name, key }) => [`G ${key.toUpperCase()}`, text('manual.goTo', { page: name })]),
  ];
  return (
    <Table>
      <Table.Tbody>
        {all.map(([keys, does]) => (
          <Table.Tr key={keys}>
            <Table.Td>
              <Kbd dir="ltr">{keys}</Kbd>
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
