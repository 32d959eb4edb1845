/**
 * Reference data of forms: fields, countries, documents, classifications, and what a tenant makes of them. It ships
 * content, takes publishers' files and answers from memory; it never asks anybody for values and never evaluates a customer.
 */
export { AnswerLabels } from './answer-labels.ts';
export { importReference, type ReferenceStatus, readReferenceStatus } from './import-reference.ts';
export { knownFormsOf, readKnownForms } from './known-forms.ts';
export { checkOverrides, type OverrideFault } from './override-check.ts';
export { countOverrides, describeOverrides } from './override-view.ts';
export { preparePlatformConfig } from './prepare.platform.config.ts';
export { maxImportBytes } from './read-import.ts';
export { ReferenceDirectory, referenceTopic } from './reference-directory.ts';
export { publisherUrls, type UpdateOutcome, updateReference } from './update-reference.ts';
