/** What crosses the wire, by its names there. Written by `npm run docs` from the contract: change it there. */

/** The operations of the gateway. */
export type OperationName =
  | 'sdk.launch.link.generate'
  | 'workflow.apply.submit'
  | 'workflow.execution.status'
  | 'workflow.apply.query'
  | 'quickscan.submit'
  | 'quickscan.detail'
  | 'quickscan.hits'
  | 'storage.upload.token'
  | 'prepare.platform.config';

/** Events that start workflows. */
export type EventType =
  | 'KYC_EVENT'
  | 'KYB_EVENT'
  | 'TRANSACTION_EVENT'
  | 'WEB3_TRANSACTION_EVENT'
  | 'MANUAL_CASE_EVENT';

/** Events that a link can be for. */
export type LinkEventType = 'KYC_EVENT' | 'KYB_EVENT';

/** Where a submission comes from. */
export type Source = 'API' | 'SDK';

/** Engines of a quick scan. */
export type Engine = 'GLOBAL_CHECK' | 'RISK_LISTS' | 'COMPOSITE_SCAN' | 'INTERNET_SEARCH' | 'WATCHLIST';

/** Keys of the reference configuration. */
export type ConfigKey =
  | 'particular'
  | 'required-form'
  | 'platform_countries'
  | 'platform_document_master'
  | 'platform_document_default_rule'
  | 'platform_ssic'
  | 'platform_ssoc'
  | 'platform_phone_code'
  | 'platform_entity_types'
  | 'ownership_structure_layer'
  | 'transaction_behaviour'
  | 'product_service_complexity'
  | 'source_of_wealth'
  | 'platform_source_of_funds';

/** What a hit of `INTERNET_SEARCH` was found in. */
export interface Article {
  url: string;
  title: string;
  /** The part of the text that names the subject, at most some 400 characters. */
  passage: string;
  /** Instant in ISO 8601; null where it is not known. */
  publishedAt: string | null;
  /** Title of the feed, or host of the page. */
  publisher: string;
  /** Words of the passage or title that name a risk, as written there. */
  riskWords: Array<string>;
  /** Other addresses of the same report. */
  alsoAt: Array<string>;
}

/** One hit of any engine. */
export interface WireHit {
  firstName: string;
  /** The whole name of a company or vessel; of INTERNET_SEARCH the name as the text writes it. */
  lastName: string;
  /** sanctions, pep, law-enforcement, adverse-media or watchlist. */
  category: string;
  subCategory: string;
  addresses: Array<{
    country: {
      /** ISO 3166 alpha-2. */
      code: string;
      name: string;
    };
  }>;
  /** Full dates only. */
  dobs: Array<{
    /** YYYY-MM-DD */
    dateOfBirth: string;
  }>;
  hitId: string;
  name: string;
  matchedName: string;
  /** 0 to 1 */
  score: number;
  /** Source id, a colon and the publisher's own id. */
  entityId: string;
  source: string;
  /** Partial or approximate dates of birth as inclusive ranges. */
  dobRanges: Array<{
    from: string;
    to: string;
  }>;
  reasons: Array<{
    feature: string;
    score: number;
    detail: string;
  }>;
  /** Only of INTERNET_SEARCH. */
  article?: Article;
}

/** An item of the reference configuration `particular`. */
export interface ParticularItem {
  /** Name of the field in a submission. */
  code: string;
  name: string;
  appliesTo: 'individual' | 'corporate' | 'both';
  type:
    | 'string'
    | 'text'
    | 'stringList'
    | 'enum'
    | 'boolean'
    | 'decimal'
    | 'date'
    | 'partialDate'
    | 'country'
    | 'countryList'
    | 'code'
    | 'codeList'
    | 'address'
    | 'email'
    | 'url';
  requirement: 'required' | 'recommended' | 'optional';
  rules: {
    /** Characters. */
    minLength?: number;
    /** Characters. */
    maxLength?: number;
    /** Matches the whole value. */
    pattern?: string;
    /** Only letters of this script. */
    script?: 'Latin';
    /** Matches each part of a list. */
    itemPattern?: string;
    /** Characters of each part of a list. */
    itemMaxLength?: number;
    /** Separator of the items of a list that is written as one text. */
    separator?: string;
    minItems?: number;
    maxItems?: number;
    min?: number;
    max?: number;
    maxDecimals?: number;
    minDate?: string;
    maxDate?: string;
    /** A year alone is not enough. */
    fullDate?: boolean;
    minAgeYears?: number;
    /** Values of an enum. */
    values?: Array<string>;
    /** Other spellings of the values. */
    accepts?: Array<string>;
    mustBe?: boolean;
    /** Only codes of this level of a classification. */
    level?: string;
    /** Required where one of these has a value. */
    requiredWith?: Array<string>;
    /** Required where another field holds a value. */
    requiredIf?:
      | {
          field: string;
          contains: string;
        }
      | {
          field: string;
          in: Array<string>;
        };
    /** The field whose value counts where this one has none. */
    fallback?: string;
    /** Cannot be changed once it was submitted. */
    immutable?: boolean;
  };
  /** The key whose codes are the choices. */
  optionsKey?: ConfigKey;
}

/** An item of the reference configuration `required-form`. */
export interface RequiredFormItem {
  code: string;
  name: string;
  appliesTo: 'individual' | 'corporate' | 'both';
  repeatable: boolean;
  minItems?: number;
  maxItems?: number;
  fields: Array<{
    /** A field of `particular`, or one of this form only, which then needs type and label. */
    field: string;
    required: boolean;
    type?:
      | 'string'
      | 'text'
      | 'stringList'
      | 'enum'
      | 'boolean'
      | 'decimal'
      | 'date'
      | 'partialDate'
      | 'country'
      | 'countryList'
      | 'code'
      | 'codeList'
      | 'address'
      | 'email'
      | 'url';
    label?: string;
    /** Added to the field’s own rules, which they override. */
    rules?: {
      /** Characters. */
      minLength?: number;
      /** Characters. */
      maxLength?: number;
      /** Matches the whole value. */
      pattern?: string;
      /** Only letters of this script. */
      script?: 'Latin';
      /** Matches each part of a list. */
      itemPattern?: string;
      /** Characters of each part of a list. */
      itemMaxLength?: number;
      /** Separator of the items of a list that is written as one text. */
      separator?: string;
      minItems?: number;
      maxItems?: number;
      min?: number;
      max?: number;
      maxDecimals?: number;
      minDate?: string;
      maxDate?: string;
      /** A year alone is not enough. */
      fullDate?: boolean;
      minAgeYears?: number;
      /** Values of an enum. */
      values?: Array<string>;
      /** Other spellings of the values. */
      accepts?: Array<string>;
      mustBe?: boolean;
      /** Only codes of this level of a classification. */
      level?: string;
      /** Required where one of these has a value. */
      requiredWith?: Array<string>;
      /** Required where another field holds a value. */
      requiredIf?:
        | {
            field: string;
            contains: string;
          }
        | {
            field: string;
            in: Array<string>;
          };
      /** The field whose value counts where this one has none. */
      fallback?: string;
      /** Cannot be changed once it was submitted. */
      immutable?: boolean;
    };
    /** The key whose codes are the choices. */
    optionsKey?: ConfigKey;
  }>;
}

/** An item of the reference configuration `platform_countries`. */
export interface CountriesItem {
  code: string;
  name: string;
  alpha3: string;
  numeric: string | null;
}

/** An item of the reference configuration `platform_document_master`. */
export interface DocumentMasterItem {
  code: string;
  name: string;
  /** PASSPORT, NATIONAL_ID, RESIDENCE_PERMIT, DRIVING_LICENCE and others. */
  type: string;
  /** Null: of any country. */
  country: string | null;
  /** In the country's own language. */
  localName: string | null;
  category: 'identity' | 'supporting' | 'corporate';
  sides: 1 | 2;
  /** Format of ICAO 9303. */
  machineReadable: 'TD1' | 'TD2' | 'TD3' | null;
  expires: boolean;
  number: {
    /** Label of the number. */
    name: string;
    /** Matches the number in capitals, without spaces, hyphens, dots and slashes. */
    pattern: string;
    /** Whether check digits are verified. */
    checkDigits: boolean;
  } | null;
}

/** An item of the reference configuration `platform_document_default_rule`. */
export interface DocumentDefaultRuleItem {
  code: string;
  name: string;
  event: EventType;
  /** `*`: every country. */
  country: string;
  priority: number;
  /** Only where enhanced due diligence is done. */
  enhanced: boolean;
  groups: Array<{
    group: string;
    /** Types of `platform_document_master`. */
    anyOf: Array<string>;
    minCount: number;
    allSides?: boolean;
    mustNotBeExpired?: boolean;
    maxAgeDays?: number;
    /** For each related person of the company. */
    perPerson?: boolean;
  }>;
}

/** An item of the reference configuration `platform_ssic`. */
export interface SsicItem {
  code: string;
  name: string;
  level: string;
  parent: string | null;
}

/** An item of the reference configuration `platform_ssoc`. */
export type SsocItem = SsicItem;

/** An item of the reference configuration `platform_phone_code`. */
export interface PhoneCodeItem {
  code: string;
  name: string;
  /** With the plus sign. */
  dialCode: string;
  /** A mobile number as it is written in the country. */
  example: string | null;
}

/** An item of the reference configuration `platform_entity_types`. */
export interface EntityTypesItem {
  code: string;
  name: string;
  localName: string | null;
  /** Null: a kind that many countries have. */
  country: string | null;
  category: string;
  /** Code of ISO 20275. */
  elf: string | null;
}

/** An item of the reference configuration `ownership_structure_layer`. */
export interface OwnershipStructureLayerItem {
  code: string;
  name: string;
  minLayers: number | null;
  maxLayers: number | null;
  /** Documents that are then asked for. */
  requires: Array<string>;
}

/** An item of the reference configuration `transaction_behaviour`. */
export interface TransactionBehaviourItem {
  code: string;
  name: string;
  group: string;
  riskHint: 'low' | 'medium' | 'high' | null;
}

/** An item of the reference configuration `product_service_complexity`. */
export interface ProductServiceComplexityItem {
  code: string;
  name: string;
  description: string;
}

/** An item of the reference configuration `source_of_wealth`. */
export interface SourceOfWealthItem {
  code: string;
  name: string;
  group: string;
  appliesTo: 'individual' | 'corporate' | 'both';
  evidenceExamples: Array<string>;
}

/** An item of the reference configuration `platform_source_of_funds`. */
export interface SourceOfFundsItem {
  code: string;
  name: string;
  appliesTo: 'individual' | 'corporate' | 'both';
}

/** One key of the reference configuration. */
export interface ConfigSection<Item> {
  /** Of the content, such as "SSIC 2025, 15 April 2025". */
  version: string;
  /** Changes exactly when anything else in this section does. */
  etag: string;
  /** Number of items. */
  count: number;
  /** How long a caller may keep the section without asking again. */
  maxAgeSeconds: number;
  /** Attribution to show with the data, where a publisher asks for it. */
  attribution: string | null;
  /** What concerns the key as a whole; often empty. */
  settings: Record<string, unknown>;
  items: Array<Item>;
}

/** `data` of an accepted call, by its operation. */
export interface CallData {
  'sdk.launch.link.generate': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** `success`, or why the operation refused. */
    msg: string;
    data:
      | {
          /** For the end user alone; a secret. */
          url: string;
          /** Epoch milliseconds. */
          expiresAt: number;
        }
      | Record<string, never>;
  };

  'workflow.apply.submit': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused; null otherwise. */
    message: string | null;
    /** What `workflow.execution.status` takes; empty after a refusal. */
    executionId: string;
    /** The state of the execution; empty after a refusal. */
    status: 'EXECUTING' | 'SUBMITTED' | 'RUNNING' | '';
    /** The id of this call, as the log has it. */
    requestId: string;
    /** Whether `output` has the decision of a workflow in sync mode. */
    sync: boolean;
    /** The decision of a workflow in sync mode (ours: the interface specification leaves its shape open). */
    output?: {
      /** `manual`: people decide on the case. */
      decision: 'approve' | 'reject' | 'close' | 'manual';
      /** The case of the decision; empty without one. */
      caseNo: string;
      /** The state of that case; empty without one. */
      caseStatus: string;
      /** 0 to 100, where a node computed it. */
      riskScore?: number;
      /** Reasons of the score. */
      reasons: Array<string>;
    };
  };

  'workflow.execution.status':
    | {
        code: 200;
        /** The execution that was asked for. */
        executionId: string;
        /** RUNNING, WAITING, COMPLETED, FAILED, or the deployment’s cancelled value. */
        status: string;
        /** Empty until a case exists. */
        caseNo: string;
        /** Empty until a case exists. */
        caseStatus:
          | 'UNASSIGNED'
          | 'UNDER_REVIEW'
          | 'RETURNED'
          | 'OTHER_GROUP'
          | 'APPROVED'
          | 'REJECTED'
          | 'CLOSED'
          | '';
        /** 0 to 100; absent until a node computed it. */
        riskScore?: number;
        /** Epoch milliseconds. */
        resolvedAt?: number;
        currentNode: Record<string, unknown>;
        output: Record<string, unknown>;
        pendingCallbackTask: Record<string, unknown>;
      }
    | '';

  'workflow.apply.query': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused. */
    message?: string;
    /** The execution; empty where there is none. */
    executionId: string;
    /** `APPROVED` if the last one that completed was; else `RUNNING` if one is in progress. */
    status: 'APPROVED' | 'RUNNING' | '';
  };

  'quickscan.submit': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused. */
    message?: string;
    /** What `quickscan.detail` and `quickscan.hits` take. */
    id?: string;
    /** The scan goes on after the answer. */
    status?: 'RUNNING';
  };

  'quickscan.detail': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused. */
    message?: string;
    /** The scan that was asked for. */
    id?: string;
    /** `DONE` once every engine has answered. */
    status?: 'RUNNING' | 'DONE' | 'FAILED';
    /** Hits of all engines together. */
    totalHits?: number;
    /** Whether there are more than 50 hits; `hits` is null then, and `quickscan.hits` has them. */
    truncated?: boolean;
    /** Number of hits by engine. */
    hitCounts?: Partial<Record<Engine, number>>;
    /** Hits by engine; null where they are truncated. */
    hits?: Partial<Record<Engine, Array<WireHit>>> | null;
  };

  'quickscan.hits': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused. */
    message?: string;
    /** The scan that was asked for. */
    id?: string;
    /** Only while the scan is RUNNING or FAILED. */
    status?: 'RUNNING' | 'DONE' | 'FAILED';
    /** Hits of this engine on all pages. */
    totalHits?: number;
    /** Whether further pages follow. */
    truncated?: boolean;
    hits?: Partial<Record<Engine, Array<WireHit>>>;
  };

  'storage.upload.token': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** Why the operation refused. */
    message?: string;
    /** What an upload sends as its token. */
    uploadToken?: string;
    /** Seconds. */
    expiresIn?: number;
  };

  'prepare.platform.config': {
    /** 200, or the business code of a refusal. */
    code: number;
    /** What was wrong; null when there is nothing to say. */
    message: string | null;
    /** By key; the keys that were asked for. */
    data?: {
      particular?: ConfigSection<ParticularItem>;
      'required-form'?: ConfigSection<RequiredFormItem>;
      platform_countries?: ConfigSection<CountriesItem>;
      platform_document_master?: ConfigSection<DocumentMasterItem>;
      platform_document_default_rule?: ConfigSection<DocumentDefaultRuleItem>;
      platform_ssic?: ConfigSection<SsicItem>;
      platform_ssoc?: ConfigSection<SsicItem>;
      platform_phone_code?: ConfigSection<PhoneCodeItem>;
      platform_entity_types?: ConfigSection<EntityTypesItem>;
      ownership_structure_layer?: ConfigSection<OwnershipStructureLayerItem>;
      transaction_behaviour?: ConfigSection<TransactionBehaviourItem>;
      product_service_complexity?: ConfigSection<ProductServiceComplexityItem>;
      source_of_wealth?: ConfigSection<SourceOfWealthItem>;
      platform_source_of_funds?: ConfigSection<SourceOfFundsItem>;
    };
  };
}
