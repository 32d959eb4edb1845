import type { Command } from 'commander';
import { openSettings, readDataDir, readListSources, readListsDir } from '../../config/index.ts';

/** Gives a command the option that names a settings file. */
export function withSettingsFile(command: Command): Command {
  return command.option(
    '--config <file>',
    'YAML file with settings (GATEHOUSE_CONFIG); environment variables override it',
  );
}

/** Where the lists lie, for commands that read no other setting. */
export function readPlaces(configFile: string | undefined): {
  dataDir: string;
  listsDir: string | undefined;
  /** Ids of sources that are fetched from their publishers. */
  fetched: readonly string[];
} {
  const settings = openSettings(process.env, configFile);
  const sources = readListSources(settings, process.env).filter(({ files }) => Object.keys(files).length > 0);
  return {
    dataDir: readDataDir(settings),
    listsDir: readListsDir(settings),
    fetched: sources.map(({ source }) => source),
  };
}
