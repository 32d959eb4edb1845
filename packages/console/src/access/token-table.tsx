import type { AccessToken } from '@gatehouse/contract';
import { Button, Table, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { formatAge, formatInstant } from '../ui/format.ts';

/** Access tokens of one person. */
export function TokenTable(props: {
  readonly tokens: readonly AccessToken[];
  readonly revoke: (token: AccessToken) => void;
}) {
  const { tokens, revoke } = props;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('access.name')}</Table.Th>
          <Table.Th>{text('access.domain')}</Table.Th>
          <Table.Th>{text('access.lastUsed')}</Table.Th>
          <Table.Th>{text('access.expires')}</Table.Th>
          <Table.Th aria-label={text('actions.title')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tokens.map((token) => (
          <Table.Tr key={token.tokenId}>
            <Table.Td>
              <Text size="sm">{token.name}</Text>
              {token.personalData && (
                <Text size="xs" className="gh-dim">
                  {text('access.included')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{token.domain}</Table.Td>
            <Table.Td>
              {token.lastUsedAt === null ? text('access.never') : formatAge(token.lastUsedAt)}
            </Table.Td>
            <Table.Td>{formatInstant(token.expiresAt)}</Table.Td>
            <Table.Td>
              <Button
                variant="default"
                aria-label={text('access.revokeNamed', { name: token.name })}
                onClick={() => revoke(token)}
              >
                {text('access.revoke')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
