import type { FieldRules, FieldType } from '../reference/field-rules.ts';
import type { ControlMeans, OfficerRole } from '../stated-ownership.ts';
import type { DocumentFieldName } from './document-fields.ts';
import type { DocumentRequestReason } from './document-requests.ts';

/**
 * What the hosted pages receive (docs/hosted.md). Types alone: a browser gets them without a byte of script.
 * Instants are epoch milliseconds, dates YYYY-MM-DD, countries two capital letters.
 */

/** Languages of the hosted pages and of messages to end users; BCP 47. */
export const flowLanguages = ['en', 'de', 'fr', 'es', 'ar', 'zh'] as const;
export type FlowLanguage = (typeof flowLanguages)[number];

export interface Branding {
  readonly name: string;
  /** Address on this server; null: the name alone is shown. */
  readonly logoUrl: string | null;
  /** As #rrggbb; the pages see to it that text on it can be read. */
  readonly primaryColour: string | null;
  readonly contact: { readonly email: string | null; readonly url: string | null };
  readonly privacyUrl: string | null;
  /** Where the person continues when the flow is over. */
  readonly returnUrl: string | null;
}

/** One choice of a field. */
export interface Choice {
  readonly code: string;
  readonly name: string;
  /** Part of the label in every language, such as a dialling code with its plus sign. */
  readonly detail?: string;
}

/** One field as it is asked for here: `particular`'s definition with the form's rules in front. */
export interface FlowField {
  readonly field: string;
  /** In the tenant's words; the pages have their own for fields that ship. */
  readonly label: string;
  /** The label is the tenant's own, and is shown as it is in every language. */
  readonly ownLabel: boolean;
  readonly type: FieldType;
  readonly required: boolean;
  readonly rules: FieldRules;
  /** Short lists are here; of long ones the pages ask `choices` with this key. */
  readonly choices: readonly Choice[] | null;
  readonly choicesKey: string | null;
}

/** A value of a field: lists for the types that end in List, an address as text with lines. */
export type FieldValue = string | number | boolean | readonly string[] | null;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Why a value is not taken; `rule` is a word of the rules, or `type`, `unknown`, `required`. */
export interface FieldFault {
  /** `field`; of required forms `FORM[2].field`, or `FORM` alone; or a path of the step's own. */
  readonly field: string;
  readonly rule: string;
  /**
   * What the rule asks for, such as the greatest length. Of a list's item also its `index`. Of `script` (a name that is
   * not in Latin letters) the server adds `proposal`, a spelling in them, where it knows one: the person checks it, and
   * what was typed goes into the field `originalName`.
   */
  readonly params: Readonly<Record<string, string | number>>;
}

/** A form of `required-form`. */
export interface FlowForm {
  readonly code: string;
  readonly name: string;
  readonly ownName: boolean;
  readonly repeatable: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  readonly fields: readonly FlowField[];
}

export interface DocumentChoice {
  /** Code of `platform_document_master`. */
  readonly type: string;
  readonly name: string;
  readonly sides: readonly ('front' | 'back')[];
  /** Whether the service reads it and shows what it read. */
  readonly readable: boolean;
  /** The country whose document it is has to be stated. */
  readonly needsCountry: boolean;
}

/** Somebody of a company whose documents are asked for. */
export interface RelatedPerson {
  readonly personId: string;
  readonly name: string;
}

export interface DocumentGroup {
  readonly group: string;
  /** Whose documents they are, where each person of a company has to show some: the group is listed once for each. */
  readonly person: RelatedPerson | null;
  readonly minCount: number;
  readonly choices: readonly DocumentChoice[];
  /** The choice that the person made before. */
  readonly likely: { readonly type: string; readonly country: string | null } | null;
  readonly mustNotBeExpired: boolean;
  /** Most days since the date of the document, which is then asked for. */
  readonly maxAgeDays: number | null;
}

/** A field that was read from a document, for the person to put right. */
export interface ReadField {
  readonly field: DocumentFieldName;
  readonly value: string | null;
  /** The service is sure: check digits agree, or both places say the same. */
  readonly sure: boolean;
}

/** A document as it is in the step: files, what was read, what the person said. */
export interface SubmittedDocument {
  readonly documentId: string;
  readonly group: string;
  readonly type: string;
  readonly country: string | null;
  /** The person of the group, where it has one. */
  readonly personId: string | null;
  /** The date that is on it, as the person says; null where none is asked for. */
  readonly issuedOn: string | null;
  readonly sides: readonly { readonly side: 'front' | 'back'; readonly filename: string }[];
  /** The tenant takes none without the date until which it is valid. */
  readonly needsExpiryDate: boolean;
  readonly reading:
    | { readonly kind: 'read'; readonly fields: readonly ReadField[]; readonly findings: readonly string[] }
    /** Not read: the person types the fields. `reason` is one of the reader's words. */
    | { readonly kind: 'unread'; readonly reason: string; readonly retake: boolean }
    /** Of a kind whose fields are not read, such as a bank statement. `findings`: what its picture lacks. */
    | { readonly kind: 'kept'; readonly findings: readonly string[] };
  /** As the person confirmed them; null until then. */
  readonly confirmed: FieldValues | null;
  /** Where it says otherwise than the person did before, as confirmed, until then as read. */
  readonly contradictions: readonly StatedDifference[];
  /** Entry of the person in an earlier step, for fields that could not be read. */
  readonly entered: Readonly<Partial<Record<ReadField['field'], string>>>;
}

/** A fact for which a document has another value than the person entered before. */
export interface StatedDifference {
  readonly field: 'name' | 'dateOfBirth' | 'nationality' | 'documentNumber';
  readonly document: string;
  /** Of names all that were entered, with commas between. */
  readonly told: string;
}

/** A one-time code that was sent. */
export interface CodeView {
  /** The address with its middle hidden. */
  readonly address: string;
  readonly sentAt: number;
  readonly expiresAt: number;
  readonly resendAt: number;
  readonly attemptsLeft: number;
  /** The message cannot be delivered to this address: another one has to be given. */
  readonly undeliverable?: boolean;
}

/** A party of a company, at any layer: an owner, a director, somebody who controls it. Percentages are of the holder one layer above. */
export interface Owner {
  readonly ownerId: string;
  /** The company or owner in which the share is held; null: the customer itself. */
  readonly parentId: string | null;
  readonly kind: 'person' | 'company';
  readonly name: string;
  /** 0 of somebody who has a role or control alone. */
  readonly percent: number;
  /** Where they differ from the share. */
  readonly votingPercent?: number | null;
  /** How it controls the company other than by shares or votes. */
  readonly control?: ControlMeans | null;
  readonly roles?: readonly OfficerRole[];
  readonly dateOfBirth: string | null;
  readonly countryOfNationality: string | null;
  readonly countryOfIncorporation: string | null;
  readonly registrationNumber: string | null;
}

/** From which share of a company on a person is a beneficial owner. */
export interface OwnershipThreshold {
  readonly percent: number;
  /** Whether exactly this much is enough. */
  readonly isInclusive: boolean;
}

export interface EffectiveOwner {
  readonly name: string;
  readonly percent: number;
  readonly beneficialOwner: boolean;
  readonly roles?: readonly OfficerRole[];
  /** Whether it controls a company by other means than shares or votes. */
  readonly controls?: boolean;
}

/** A section of the last screen: what was given in one step. */
export interface ReviewSection {
  readonly nodeId: string;
  readonly type: EndUserStepType;
  /** The step can be opened again from here: nothing but people's steps came after it. */
  readonly canReopen: boolean;
  readonly entries: readonly {
    readonly field: string;
    readonly label: string;
    readonly ownLabel: boolean;
    /** For people, in English words. */
    readonly value: string;
    /** As it was given, with what the pages need to write it in the person's language. */
    readonly given?: FieldValue;
    readonly type?: FieldType;
    readonly choicesKey?: string | null;
    /** The form it belongs to, and from 0 which of a repeated one. */
    readonly form?: { readonly code: string; readonly name: string; readonly ownName: boolean };
    readonly item?: number;
    /** Of an owner: what `value` says. */
    readonly owner?: EffectiveOwner;
  }[];
}

/** Node types that wait for the person. */
export const endUserStepTypes = [
  'particulars',
  'required-forms',
  'documents',
  'phone-verification',
  'email-verification',
  'ownership-structure',
  'review-and-submit',
] as const;
export type EndUserStepType = (typeof endUserStepTypes)[number];

interface StepBase {
  readonly nodeId: string;
  /** Goes back with the step's data: the same key and data give the same answer (interface specification 4.11, 8). */
  readonly callbackKey: string;
  /** The node's title in the workflow file, where it has one. */
  readonly title: string | null;
}

/** The current step of the person. */
export type FlowStep = StepBase &
  (
    | { readonly type: 'particulars'; readonly fields: readonly FlowField[]; readonly values: FieldValues }
    | {
        readonly type: 'required-forms';
        readonly forms: readonly FlowForm[];
        /** By form; a repeatable form has several. */
        readonly values: Readonly<Record<string, readonly FieldValues[]>>;
      }
    | {
        readonly type: 'documents';
        readonly groups: readonly DocumentGroup[];
        readonly given: readonly SubmittedDocument[];
        readonly maxBytes: number;
        readonly mediaTypes: readonly string[];
        /** A document that was given is asked for again, and why; absent where the step asks for the first time. */
        readonly request?: { readonly type: string; readonly reason: DocumentRequestReason };
      }
    | {
        readonly type: 'phone-verification';
        /** Prefilled from what is known; null: asked for. */
        readonly phoneCountry: string | null;
        readonly phoneNumber: string | null;
        /** The address, with its middle hidden, where it was proved before: the step is given without a code. */
        readonly proved: string | null;
        readonly code: CodeView | null;
      }
    | {
        readonly type: 'email-verification';
        readonly email: string | null;
        readonly proved: string | null;
        readonly code: CodeView | null;
      }
    | {
        readonly type: 'ownership-structure';
        readonly owners: readonly Owner[];
        readonly beneficialOwnerThreshold: OwnershipThreshold;
        readonly maxDepth: number;
      }
    | {
        readonly type: 'review-and-submit';
        readonly sections: readonly ReviewSection[];
        /** The text the person agrees to, which is kept with the time; `sha256` of the text in UTF-8, in hex. */
        readonly consent: {
          readonly version: string;
          readonly language: FlowLanguage;
          readonly text: string;
          readonly sha256: string;
        };
      }
  );

/** Everything the pages need to show where the person is. */
export interface FlowView {
  readonly branding: Branding;
  readonly eventType: 'KYC_EVENT' | 'KYB_EVENT';
  /** `consent`: nothing has begun. `working`: the service is at work, ask again. `ended`: nothing more can be given. */
  readonly state: 'consent' | 'step' | 'working' | 'done' | 'ended';
  /** When the link ends. */
  readonly expiresAt: number;
  /** The person's language as last chosen; null before. */
  readonly language: FlowLanguage | null;
  /** The link was opened again after this session had begun: when last. A reload and another tab open it too. */
  readonly newerSession: { readonly at: number } | null;
  /** What will be asked, as far as it is known: steps behind a branch are not counted before it is taken. */
  readonly steps: readonly {
    readonly nodeId: string;
    readonly type: EndUserStepType;
    readonly title: string | null;
    readonly state: 'done' | 'current' | 'ahead';
  }[];
  readonly nextStep: FlowStep | null;
}
