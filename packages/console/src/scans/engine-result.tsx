import type { ScanDetail } from '@gatehouse/contract';
import { Badge, Group, Text, Title } from '@mantine/core';
import { settingsText } from '../hits/engine-settings.ts';
import { ExceededMaxHits } from '../hits/exceeded-limits.tsx';
import { engineTitles } from '../hits/list-titles.ts';
import { isSampleOnly, sampleOnlyText } from '../hits/searched-lists.ts';
import { text } from '../messages/text.ts';
import { formatNumber, listText } from '../ui/format.ts';
import { searchText } from './search-text.ts';

type Result = ScanDetail['results'][number];

/** How many hits an engine has, with its settings and what it searched. No hits are never green: they say only that much. */
export function EngineResult(props: { readonly result: Result; readonly settings: unknown }) {
  const { result, settings } = props;
  const { engine, total, exceededMaxHits, skippedProviders } = result;
  const isOnSample = isSampleOnly(result.searchedLists, result.askedProviders);
  const settingTexts = settingsText(settings);
  return (
    <section aria-label={engineTitles[engine]}>
      <Group gap="xs" mt="sm" mb={2}>
        <Title order={2} size="h5">
          {engineTitles[engine]}
        </Title>
        <Badge color={isOnSample ? 'var(--gh-caution)' : 'gray'} variant="outline">
          {total === 0 ? text('scans.noHits') : formatNumber(total)}
        </Badge>
        <Text size="xs" className="gh-dim">
          {settingTexts}
        </Text>
      </Group>
      <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
        {searchText(result)}
      </Text>
      {isOnSample && (
        <Text size="sm" className="gh-caution">
          {sampleOnlyText}
        </Text>
      )}
      {skippedProviders.length > 0 && (
        <Text size="sm" className="gh-caution">
          {text('scans.skipped', { providers: listText(skippedProviders) })}
        </Text>
      )}
      <ExceededMaxHits maxHits={exceededMaxHits} />
    </section>
  );
}
