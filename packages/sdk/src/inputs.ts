import type { Engine, EventType, LinkEventType, OperationName, Source } from './wire-types.ts';

/** What callers pass, as the interface names it. The gateway checks values; these types check shapes. */

/** A subject for list screening: `data` of a `MANUAL_CASE_EVENT` (interface specification 2.4). */
export interface ScreeningSubject {
  /** The caller's own id; the same for a customer for ever. */
  customerId: string;
  /** The whole name as one string, an individual's in Latin letters. */
  name: string;
  customerType: 'individual' | 'corporate';
  /** Other names, separated by commas. Each is screened separately. */
  aliasName?: string;
  sex?: 'F' | 'M' | 'Female' | 'Male';
  /** `YYYY-MM-DD` or `YYYY`. */
  dateOfBirth?: string;
  /** ISO 3166 code of two or three letters. */
  countryOfNationality?: string;
  /** ISO 3166 code; for a company, the country of main business. */
  countryOfResidence?: string;
  occupation?: string;
  /** Together with `idNumber`; real identity documents only. Kept from the customer's first submission. */
  idType?: string;
  idNumber?: string;
  /** ISO 3166 code; falls back to `countryOfResidence`. */
  countryOfIncorporation?: string;
  /** `YYYY-MM-DD` or `YYYY`. */
  incorporationDate?: string;
  incorporationNumber?: string;
  /** Whether the customer is screened again when a list changes; absent: as before, or the tenant's default. */
  continuousMonitoring?: boolean;
  /** Fields that the workflow's own entry declares. */
  [field: string]: unknown;
}

/** `data` of every other event (interface specification 2.5): `customerId`, and what the workflow's entry declares. */
export interface EventData {
  customerId: string;
  [field: string]: unknown;
}

interface SubmitRoute {
  source: 'API';
  /**
   * `<id>@<version>` pins a published version, `<id>` means the newest one, absent routes by event.
   * State it for screenings: otherwise a newly published version silently replaces the flow.
   */
  workflowId?: string;
}

export type WorkflowApplySubmitInput = SubmitRoute &
  (
    | { eventType: 'MANUAL_CASE_EVENT'; data: ScreeningSubject }
    | { eventType: Exclude<EventType, 'MANUAL_CASE_EVENT'>; data: EventData }
  );

export interface WorkflowApplyQueryInput {
  eventType: EventType;
  source: Source;
  customerId: string;
}

/** Settings of the engines of a quick scan (interface specification 4.5); what is left out takes its default. */
export interface ScanSettings {
  globalCheck?: { matchStrength?: 'EXACT' | 'STRONG' | 'WEAK'; maxHits?: 5 | 10 | 20 | 50 };
  riskLists?: { searchType?: 'Precise' | 'Near' | 'Broad'; maxHits?: 5 | 10 | 20 | 50 };
  /** `sensitivity` from 0 to 1. A larger value finds more, with more false positives. */
  compositeScan?: { sensitivity?: number };
  internetSearch?: { resultCount?: 10 | 20 | 50 };
}

export interface QuickscanSubject {
  name: string;
  customerType: 'Individual' | 'Business' | 1 | 2;
  /** Each chosen engine costs a credit, `WATCHLIST` none. */
  providers: readonly Engine[];
  description?: string;
  providerSettings?: ScanSettings;
}

export interface QuickscanHitsQuery {
  id: string;
  provider: Engine;
  /** From 1; default 1. */
  page?: number;
  /** 1 to 100; default 20. */
  pageSize?: number;
}

export interface LaunchLinkInput {
  /** The end user's address; a new link of it ends the previous one. */
  email: string;
  /** The caller's own id; the same for a customer for ever. */
  customerId: string;
  /** `KYC_EVENT` for a person, `KYB_EVENT` for a business. */
  eventType: LinkEventType;
}

/** The body of each operation at its newest version. */
export interface CallInputs {
  'sdk.launch.link.generate': LaunchLinkInput;
  'workflow.apply.submit': WorkflowApplySubmitInput;
  'workflow.execution.status': { executionId: string };
  'workflow.apply.query': WorkflowApplyQueryInput;
  'quickscan.submit': { data: QuickscanSubject };
  'quickscan.detail': { data: { id: string } };
  'quickscan.hits': { data: QuickscanHitsQuery };
  'storage.upload.token': Record<string, never>;
  /** Keys of the reference configuration, separated by commas (interface specification 4.8). */
  'prepare.platform.config': { keys: string };
}

/** The body of operation `N`. An operation of the contract without a body above does not compile. */
export type InputOfCall<N extends OperationName> = CallInputs[N];
