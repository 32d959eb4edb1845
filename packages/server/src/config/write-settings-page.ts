import { writeFileSync } from 'node:fs';
import { settingsPage } from './settings-page.ts';

/** Writes the page of the settings: `npm run docs`. */
writeFileSync(new URL('../../../../docs/settings.md', import.meta.url), settingsPage());
