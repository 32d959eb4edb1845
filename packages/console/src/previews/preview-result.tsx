import './previews.css';
import { Alert, Text } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { Figure, Figures } from '../ui/figure.tsx';
import { formatInstant, formatNumber, listText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PreviewFigures, PreviewReport } from './preview-queries.ts';
import { paceText, workText } from './work-text.ts';

/** The figures of a finished preview: true matches that would be lost come first. */
export function PreviewResult(props: { readonly preview: PreviewReport; readonly result: PreviewFigures }) {
  const { preview, result } = props;
  const { appearing, vanishing, pace, basis, unchanged } = result;
  const all = vanishing.trueMatches + vanishing.falsePositives + vanishing.undecided;
  return (
    <>
      <LostTrueMatches count={vanishing.trueMatches} />
      <Figures>
        <Figure
          name={text('previews.trueMatchesLost')}
          value={formatNumber(vanishing.trueMatches)}
          tone={vanishing.trueMatches > 0 ? 'danger' : 'success'}
        />
        <Figure name={text('previews.vanishing')} value={formatNumber(all)}>
          {text('previews.vanishingParts', {
            falsePositives: formatNumber(vanishing.falsePositives),
            undecided: formatNumber(vanishing.undecided),
          })}
        </Figure>
        <Figure name={text('previews.newAlerts')} value={formatNumber(appearing.alerts)}>
          {text('previews.alertedCustomers', { count: appearing.customers })}
          {appearing.suppressed > 0 && ` · ${text('previews.suppressed', { count: appearing.suppressed })}`}
        </Figure>
        <Figure name={text('previews.work')} value={workText(result)}>
          {paceText(pace)}
        </Figure>
      </Figures>
      {unchanged !== undefined && unchanged.customers > 0 && (
        <Text size="sm" mb="sm">
          {text('previews.unchanged', { count: unchanged.customers })}
        </Text>
      )}
      {preview.change.kind === 'LIST_VERSION' && !basis.isFollowed && (
        <Warning words={text('previews.notFollowed')} />
      )}
      <PreviewExtent preview={preview} result={result} />
    </>
  );
}

/** What was screened, what could not be, and when. */
export function PreviewExtent(props: { readonly preview: PreviewReport; readonly result: PreviewFigures }) {
  const { preview, result } = props;
  const { failures, considered, screened } = result;
  const isReplay = preview.change.kind === 'REPLAY';
  return (
    <>
      {failures > 0 && (
        <Warning
          words={text(isReplay ? 'previews.failedSubmits' : 'previews.failures', { count: failures })}
        />
      )}
      <Text size="xs" className="gh-dim" mb="sm">
        {isReplay
          ? [text('previews.extentSubmits', { count: screened }), coverage(result)].join(' ')
          : text('previews.extent', {
              considered: formatNumber(considered),
              screened: formatNumber(screened),
            })}{' '}
        {preview.finishedAt !== null &&
          text('previews.finished', { at: formatInstant(preview.finishedAt), by: preview.orderedBy })}
      </Text>
    </>
  );
}

/** Whose submits, of which time, against which lists. */
function coverage({ covered }: PreviewFigures): string {
  if (covered === undefined) return '';
  const { from, before, replayed, hasOlder, sources } = covered;
  return text(hasOlder ? 'previews.coveredNewest' : 'previews.covered', {
    ...{ from: formatInstant(from), before: formatInstant(before) },
    replayed: formatNumber(replayed),
    lists: sources.length === 0 ? text('previews.noLists') : listText(sources.map(listTitle)),
  });
}

/** Said before everything else. */
export function LostTrueMatches({ count }: { readonly count: number }) {
  return count === 0 ? null : <LossAlert title={text('previews.losesTrueMatches', { count })} />;
}

/** The same of settings that are compared. */
export function LosingSettings({ count }: { readonly count: number }) {
  return count === 0 ? null : <LossAlert title={text('previews.settingsLose', { count })} />;
}

function LossAlert({ title }: { readonly title: string }) {
  return (
    <Alert color="red" variant="filled" mb="sm" icon={<Icon of={TriangleAlert} />} title={title}>
      {text('previews.losesWords')}
    </Alert>
  );
}

function Warning({ words }: { readonly words: string }) {
  return (
    <Alert color="orange" variant="outline" mb="sm">
      {words}
    </Alert>
  );
}
