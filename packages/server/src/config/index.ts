/** Every setting of the deployment: reads environment and settings file once, at the start. Never changes one. */
export {
  addressesOf,
  type Config,
  loadConfig,
  publicUrlOf,
  type Role,
  readDataDir,
  readListSources,
  readListsDir,
} from './config.ts';
export { openSettings, SettingError } from './setting-sources.ts';
export { settingsPage } from './settings-page.ts';
