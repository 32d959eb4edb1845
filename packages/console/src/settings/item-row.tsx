import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { codeOf } from './reference-override.ts';

type Item = Record<string, unknown>;

/** What a person is about to do with the items of a key. */
export type EditRequest =
  | { readonly act: 'new' }
  | { readonly act: 'change'; readonly code: string }
  | { readonly act: 'restore' | 'leaveOut'; readonly code: string; readonly isShipped: boolean }
  | { readonly act: 'restoreAll' };

const stateColours = { default: 'gray', changed: 'orange', custom: 'green', excluded: 'red' } as const;

/** One form, field or rule: what it asks for, whose it is, and what may be done with it. */
export function ItemRow(props: {
  readonly item: Item;
  readonly asks: string;
  readonly state: keyof typeof stateColours;
  readonly ask: ((asked: EditRequest) => void) | undefined;
}) {
  const { state, ask } = props;
  const code = codeOf(props.item);
  return (
    <Table.Tr>
      <Table.Td>
        {String(props.item['name'])}
        <Text size="xs" className="gh-dim">
          <code>{code}</code>
        </Text>
      </Table.Td>
      <Table.Td>{props.asks}</Table.Td>
      <Table.Td>
        <Badge color={stateColours[state]} variant="outline">
          {text(`settings.state-${state}`)}
        </Badge>
      </Table.Td>
      <Table.Td>
        {ask && (
          <Group gap={4} wrap="nowrap">
            {state !== 'excluded' && (
              <Button
                variant="default"
                aria-label={text('settings.editCode', { code })}
                onClick={() => ask({ act: 'change', code })}
              >
                {text('actions.edit')}
              </Button>
            )}
            {state !== 'default' && (
              <Button
                variant="default"
                aria-label={text(state === 'custom' ? 'settings.removeCode' : 'settings.restoreCode', {
                  code,
                })}
                onClick={() => ask({ act: 'restore', code, isShipped: state !== 'custom' })}
              >
                {state === 'custom' ? text('actions.remove') : text('settings.restore')}
              </Button>
            )}
            {(state === 'default' || state === 'changed') && (
              <Button
                variant="default"
                aria-label={text('settings.excludeCode', { code })}
                onClick={() => ask({ act: 'leaveOut', code, isShipped: true })}
              >
                {text('settings.exclude')}
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
