import { loadConfig } from './config.ts';
import { settingMeanings } from './setting-meanings.ts';

/** `docs/settings.md`: every setting of the deployment. */
export function settingsPage(): string {
  const { forms } = loadConfig({});
  const rows = Object.entries(settingMeanings).map(
    ([name, { default: byDefault, meaning }]) =>
      `| \`${name}\` | ${byDefault} | ${(forms.get(name) ?? '').replaceAll('|', '\\|')} | ${meaning} |`,
  );
  return `${[introduction, ['| variable | default | takes | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')].join('\n\n')}\n`;
}

const introduction = `# Settings

<!-- Written by \`npm run docs\` from packages/server/src/config. Change it there. -->

Every setting of the deployment, from the environment or from a YAML file of the same names.
[Operating](operating.md#settings) says how they are read. What a setting does not take stops the start with one line.`;
