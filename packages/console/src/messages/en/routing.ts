export const routing = {
  started: 'Submits start this workflow',
  replaced: 'Submits start {workflow} instead',
  startsOn: 'starts on {event}',
  notStarted: 'Published, but submits start another workflow',
  startsInstead:
    'Submits of the type “{event}” with the source {source} in the domain {domain} start {workflow}: of several workflows, the one that was published last. Only a submit that names this workflow by its ID starts it.',
  wayBack: 'Publish this one again to let submits start it.',
  publishAgain: 'Publish again',
  replaces: 'Replaces {workflow}',
  replacesWords:
    'Submits of the type “{event}” with the source {source} in the domain {domain} start {workflow} today. Once this workflow is published, they start this one instead.',
  leaves: 'No longer starts on {event}',
  leavesNone:
    'Submits of the type “{event}” with the source {source} in the domain {domain} then start no workflow and are refused.',
  leavesTo:
    'Submits of the type “{event}” with the source {source} in the domain {domain} then start {workflow}.',
} as const;
