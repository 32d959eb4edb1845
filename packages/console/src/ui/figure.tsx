import './figure.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The figures of a result, side by side where there is room. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className="gh-key-figures">{children}</div>;
}

/** A number in large type, with its name above and what it is of below. */
export function Figure(props: {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'danger' | 'success' | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className="gh-panel gh-key-figure" data-tone={props.tone}>
      <Text size="sm" className="gh-dim">
        {props.name}
      </Text>
      <strong>{props.value}</strong>
      {props.children !== undefined && (
        <Text size="xs" className="gh-dim">
          {props.children}
        </Text>
      )}
    </div>
  );
}
