import { Fieldset } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields of a form that belong together, below a heading: the form has the only border. */
export function SettingSection(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" legend={props.title} className="gh-setting-section">
      {props.children}
    </Fieldset>
  );
}
