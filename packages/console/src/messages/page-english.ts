import type { access } from './en/access.ts';
import type { assurance } from './en/assurance.ts';
import type { figures } from './en/figures.ts';
import type { keys } from './en/keys.ts';
import type { manual } from './en/manual.ts';
import type { operations } from './en/operations.ts';
import type { previews } from './en/previews.ts';
import type { rescreening } from './en/rescreening.ts';
import type { routing } from './en/routing.ts';
import type { settings } from './en/settings.ts';
import type { setup } from './en/setup.ts';
import type { shadow } from './en/shadow.ts';
import type { templates } from './en/templates.ts';

/** Texts that load with their page, not with the language: those of one folder of pages, by its name. */
export interface PageEnglish {
  readonly access: typeof access;
  readonly assurance: typeof assurance;
  readonly figures: typeof figures;
  readonly manual: typeof manual;
  readonly keys: typeof keys;
  readonly operations: typeof operations;
  readonly rescreening: typeof rescreening;
  readonly previews: typeof previews;
  readonly routing: typeof routing;
  readonly settings: typeof settings;
  readonly setup: typeof setup;
  readonly templates: typeof templates;
  readonly shadow: typeof shadow;
}
