import { z } from 'zod';
import { ruleText } from '../phrases/rule-text.ts';

const share = z.number().min(0).max(100);

/** The share that makes a person a beneficial owner: at least one, or, for laws that require it, more than one. */
export function beneficialOwnerThreshold(byDefault: string) {
  return {
    beneficialOwnerFromPercent: share
      .optional()
      .describe(
        `A person with this much of the shares or votes, or more, is a beneficial owner. ${byDefault}`,
      ),
    beneficialOwnerAbovePercent: share
      .optional()
      .describe(
        'Alternative, for laws that require it: a person with more than this much of the shares or votes is a beneficial owner.',
      ),
  };
}

export interface ThresholdConfig {
  readonly beneficialOwnerFromPercent?: number | undefined;
  readonly beneficialOwnerAbovePercent?: number | undefined;
}

/** Refuses a config that gives both. */
export function checkThreshold<Config extends z.ZodObject>(config: Config): Config {
  return config.refine(
    (value) => {
      const { beneficialOwnerFromPercent, beneficialOwnerAbovePercent } = value as ThresholdConfig;
      return beneficialOwnerFromPercent === undefined || beneficialOwnerAbovePercent === undefined;
    },
    {
      path: ['beneficialOwnerAbovePercent'],
      error: ruleText('rules.notWithFromPercent'),
    },
  );
}
