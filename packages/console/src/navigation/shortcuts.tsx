import { Kbd, Modal, Table } from '@mantine/core';
import { text } from '../messages/text.ts';

const shortcuts = [
  ['Ctrl K', text('frame.keySearch')],
  ['J / K', text('frame.keyRows')],
  ['Enter', text('frame.keyOpenRow')],
  ['N', text('frame.keyNextCase')],
  ['/', text('frame.keyFind')],
  ['1 – 9', text('frame.keyHit')],
  ['T / F / U', text('frame.keyRule')],
  ['X, Shift A', text('frame.keySelectHits')],
  ['Shift B / C / G', text('frame.keyContradicting')],
  ['Shift U, 0', text('frame.keyUnresolved')],
  ['C', text('frame.keyClaim')],
  ['A / R', text('frame.keyDecide')],
  ['M / D', text('frame.keyNote')],
  ['P', text('frame.keyPrint')],
  ['A / X / G', text('frame.keyReview')],
  ['X, B', text('frame.keyAssign')],
  ['E', text('frame.keyExport')],
  ['Ctrl Enter', text('frame.keyConfirm')],
] as const;

/** All keys of the console. */
export function Shortcuts(props: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly pages: readonly { readonly name: string; readonly key: string }[];
}) {
  const all = [
    ...shortcuts,
    ...props.pages.map(({ name, key }) => [`G ${key.toUpperCase()}`, text('frame.goTo', { page: name })]),
  ];
  return (
    <Modal opened={props.opened} onClose={props.close} title={text('frame.keyboardShortcuts')}>
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
    </Modal>
  );
}
