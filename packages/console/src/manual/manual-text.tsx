import { Code, List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The Markdown that manuals are written in: headings, paragraphs, lists, bold words, names of pages and code. */
export function ManualText({ body }: { readonly body: string }) {
  return body.split(/\n{2,}/).map((block) => <Block key={block} text={block} />);
}

function Block({ text }: { readonly text: string }) {
  const [, marks, heading] = /^(##?) (.*)$/.exec(text) ?? [];
  if (heading !== undefined) {
    return (
      <Title
        order={marks === '#' ? 3 : 4}
        size={marks === '#' ? 'h4' : 'h5'}
        mt={marks === '#' ? 0 : 'md'}
        mb={4}
      >
        {heading}
      </Title>
    );
  }
  if (!text.startsWith('- ')) {
    return (
      <Text size="sm" mb="xs">
        {inline(text)}
      </Text>
    );
  }
  return (
    <List size="sm" spacing={4}>
      {text.split('\n').map((line) => (
        <List.Item key={line}>{inline(line.slice(2))}</List.Item>
      ))}
    </List>
  );
}

const parts = /\*\*(?<bold>[^*]+)\*\*|\*(?<name>[^*]+)\*|`(?<code>[^`]+)`|(?<plain>[^*`]+)/g;

function inline(text: string): ReactNode[] {
  return [...text.matchAll(parts)].map(({ index, groups = {} }) => {
    const { bold, name, code, plain } = groups;
    if (bold !== undefined) return <strong key={index}>{bold}</strong>;
    if (name !== undefined) return <em key={index}>{name}</em>;
    if (code === undefined) return plain;
    return (
      <Code key={index} dir="ltr">
        {code}
      </Code>
    );
  });
}
