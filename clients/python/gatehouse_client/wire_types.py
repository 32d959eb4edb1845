"""What crosses the wire, by its names there. Written by npm run docs from docs/openapi.json: change the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    # Python 3.10 has none of its own; type checkers know this package without its being installed.
    from typing_extensions import NotRequired

#: The operations of the gateway.
OperationName = Literal[
    "sdk.launch.link.generate",
    "workflow.apply.submit",
    "workflow.execution.status",
    "workflow.apply.query",
    "quickscan.submit",
    "quickscan.detail",
    "quickscan.hits",
    "storage.upload.token",
    "prepare.platform.config",
]


#: Events that start workflows.
EventType = Literal["KYC_EVENT", "KYB_EVENT", "TRANSACTION_EVENT", "WEB3_TRANSACTION_EVENT", "MANUAL_CASE_EVENT"]


#: Engines of a quick scan.
Engine = Literal["GLOBAL_CHECK", "RISK_LISTS", "COMPOSITE_SCAN", "INTERNET_SEARCH", "WATCHLIST"]


class SdkLaunchLinkGenerateRequest(TypedDict):
    #: The end user’s address; one link of it is live at a time.
    email: str
    #: The caller's own stable id of the customer.
    customerId: str
    #: `KYC_EVENT` for a person, `KYB_EVENT` for a business.
    eventType: Literal["KYC_EVENT", "KYB_EVENT"]


WorkflowApplySubmitRequest: TypeAlias = "SubmitScreening | SubmitEvent"


class SubmitScreening(TypedDict):
    #: The event that starts a workflow.
    eventType: Literal["MANUAL_CASE_EVENT"]
    #: `API` for server integrations.
    source: Literal["API"]
    data: ScreeningSubject | Mapping[str, Any]
    #: `<id>@<version>`, or `<id>` for the newest published version; empty or absent routes by event.
    workflowId: NotRequired[str]


class ScreeningSubject(TypedDict):
    """A customer to screen. Leave out what is not known: a missing field is neutral."""

    #: The caller's own stable id of the customer.
    customerId: str
    #: The full name as one string. For individuals in Latin letters.
    name: str
    #: Other names, separated by commas. Each is screened separately.
    aliasName: NotRequired[str]
    customerType: Literal["individual", "corporate"]
    #: F, M, Female or Male.
    sex: NotRequired[str]
    #: YYYY-MM-DD or YYYY.
    dateOfBirth: NotRequired[str]
    #: ISO 3166 code of two or three letters.
    countryOfNationality: NotRequired[str]
    #: ISO 3166 code; for a company, the country of main business.
    countryOfResidence: NotRequired[str]
    occupation: NotRequired[str]
    #: Kind of a real identity document; together with idNumber.
    idType: NotRequired[str]
    #: Number of that document.
    idNumber: NotRequired[str]
    #: ISO 3166 code; falls back to countryOfResidence.
    countryOfIncorporation: NotRequired[str]
    #: YYYY-MM-DD or YYYY; kept and shown, never matched.
    incorporationDate: NotRequired[str]
    #: Company registration number.
    incorporationNumber: NotRequired[str]
    #: Whether the customer is screened again when a list changes. If absent: as set before, or else the tenant’s default.
    continuousMonitoring: NotRequired[bool]


class SubmitEventData(TypedDict):
    """Business data."""

    #: The caller's own stable id of the customer.
    customerId: str


class SubmitEvent(TypedDict):
    #: The event that starts a workflow.
    eventType: Literal["KYC_EVENT", "KYB_EVENT", "TRANSACTION_EVENT", "WEB3_TRANSACTION_EVENT"]
    #: `API` for server integrations.
    source: Literal["API"]
    #: Business data.
    data: SubmitEventData | Mapping[str, Any]
    #: `<id>@<version>`, or `<id>` for the newest published version; empty or absent routes by event.
    workflowId: NotRequired[str]


class WorkflowExecutionStatusRequest(TypedDict):
    #: What the submit answered.
    executionId: str


class WorkflowApplyQueryRequest(TypedDict):
    #: The event that starts a workflow.
    eventType: EventType
    #: `API` for server integrations.
    source: Literal["API", "SDK"]
    #: The caller's own stable id of the customer.
    customerId: str


class ScanSettingsCompositeScan(TypedDict):
    #: From 0 to 1. A hit needs a score of 1 minus half the sensitivity, but never more than 0.99: 0.7 at 0.6. A larger value finds more, with more false positives.
    sensitivity: NotRequired[float]


class ScanSettingsInternetSearch(TypedDict):
    #: Number of results to request.
    resultCount: NotRequired[Literal[10, 20, 50]]


class ScanSettings(TypedDict):
    """Settings by engine; what is missing takes its default."""

    globalCheck: NotRequired[GlobalCheckSettings]
    riskLists: NotRequired[RiskListsSettings]
    compositeScan: NotRequired[ScanSettingsCompositeScan]
    internetSearch: NotRequired[ScanSettingsInternetSearch]


class ScanSubject(TypedDict):
    #: The name to screen.
    name: str
    #: Individual (1) or Business (2).
    customerType: Literal["Individual", "Business", 1, 2]
    #: The engines that search, each billed once.
    providers: list[Engine]
    #: A note of yours, shown with the scan.
    description: NotRequired[str]
    #: Settings by engine; what is missing takes its default.
    providerSettings: NotRequired[ScanSettings]


class QuickscanSubmitRequest(TypedDict):
    data: ScanSubject


class GlobalCheckSettings(TypedDict):
    #: How similar a name must be. EXACT: the same words, in any order, case or script, or the same identifier. STRONG: a score of 0.85 or more. WEAK: 0.65 or more, with more false positives.
    matchStrength: NotRequired[Literal["EXACT", "STRONG", "WEAK"]]
    #: Maximum number of hits that this engine reports.
    maxHits: NotRequired[Literal[5, 10, 20, 50]]


class RiskListsSettings(TypedDict):
    #: How similar a name must be. Precise: a score of 0.9 or more. Near: 0.78 or more. Broad: 0.65 or more, with the most false positives.
    searchType: NotRequired[Literal["Precise", "Near", "Broad"]]
    #: Maximum number of hits that this engine reports.
    maxHits: NotRequired[Literal[5, 10, 20, 50]]


class QuickscanDetailRequestData(TypedDict):
    #: The `id` that `quickscan.submit` answered.
    id: str


class QuickscanDetailRequest(TypedDict):
    data: QuickscanDetailRequestData


class QuickscanHitsRequestData(TypedDict):
    #: The `id` that `quickscan.submit` answered.
    id: str
    #: A quick-scan engine.
    provider: Engine
    #: The first page is 1.
    page: NotRequired[int]
    #: Hits of one page.
    pageSize: NotRequired[int]


class QuickscanHitsRequest(TypedDict):
    data: QuickscanHitsRequestData


StorageUploadTokenRequest: TypeAlias = Mapping[str, Any]


class PreparePlatformConfigRequest(TypedDict):
    #: Separated by commas: particular, required-form, platform_countries, platform_document_master, platform_document_default_rule, platform_ssic, platform_ssoc, platform_phone_code, platform_entity_types, ownership_structure_layer, transaction_behaviour, product_service_complexity, source_of_wealth, platform_source_of_funds.
    keys: str


class LaunchLink(TypedDict):
    #: For the end user alone; a secret.
    url: str
    #: Epoch milliseconds.
    expiresAt: int


class SdkLaunchLinkGenerateData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: `success`, or why the operation refused.
    msg: str
    data: LaunchLink | Mapping[str, Any]


class WorkflowApplySubmitDataOutput(TypedDict):
    """The decision of a workflow in sync mode."""

    #: `manual`: people decide on the case.
    decision: Literal["approve", "reject", "close", "manual"]
    #: The case of the decision; empty without one.
    caseNo: str
    #: The state of that case; empty without one.
    caseStatus: str
    #: 0 to 100, where a node computed it.
    riskScore: NotRequired[float]
    #: Reasons of the score.
    reasons: list[str]


class WorkflowApplySubmitData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused; null otherwise.
    message: str | None
    #: What `workflow.execution.status` takes; empty after a refusal.
    executionId: str
    #: The state of the execution; empty after a refusal.
    status: Literal["EXECUTING", "SUBMITTED", "RUNNING", ""]
    #: The id of this call, as the log has it.
    requestId: str
    #: Whether `output` has the decision of a workflow in sync mode.
    sync: bool
    #: The decision of a workflow in sync mode.
    output: NotRequired[WorkflowApplySubmitDataOutput]


WorkflowExecutionStatusData: TypeAlias = "Execution | Literal['']"


class Execution(TypedDict):
    code: Literal[200]
    #: The execution that was asked for.
    executionId: str
    #: RUNNING, WAITING, COMPLETED, FAILED, or the deployment’s cancelled value.
    status: str
    #: Empty until a case exists.
    caseNo: str
    #: Empty until a case exists.
    caseStatus: Literal["UNASSIGNED", "UNDER_REVIEW", "RETURNED", "OTHER_GROUP", "APPROVED", "REJECTED", "CLOSED", ""]
    #: 0 to 100; absent until a node computed it.
    riskScore: NotRequired[float]
    #: Epoch milliseconds.
    resolvedAt: NotRequired[int]
    currentNode: Mapping[str, Any]
    output: Mapping[str, Any]
    pendingCallbackTask: Mapping[str, Any]


class WorkflowApplyQueryData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused.
    message: NotRequired[str]
    #: The execution; empty where there is none.
    executionId: str
    #: `APPROVED` if the last one that completed was; else `RUNNING` if one is in progress.
    status: Literal["APPROVED", "RUNNING", ""]


class QuickscanSubmitData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused.
    message: NotRequired[str]
    #: What `quickscan.detail` and `quickscan.hits` take.
    id: str
    #: The scan goes on after the answer.
    status: Literal["RUNNING"]


class QuickscanDetailDataHitCounts(TypedDict):
    """Number of hits by engine."""

    GLOBAL_CHECK: NotRequired[int]
    RISK_LISTS: NotRequired[int]
    COMPOSITE_SCAN: NotRequired[int]
    INTERNET_SEARCH: NotRequired[int]
    WATCHLIST: NotRequired[int]


class QuickscanDetailData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused.
    message: NotRequired[str]
    #: The scan that was asked for.
    id: str
    #: `DONE` once every engine has answered.
    status: Literal["RUNNING", "DONE", "FAILED"]
    #: Hits of all engines together.
    totalHits: int
    #: Whether there are more than 50 hits; `hits` is null then, and `quickscan.hits` has them.
    truncated: bool
    #: Number of hits by engine.
    hitCounts: QuickscanDetailDataHitCounts
    #: Hits by engine; null where they are truncated.
    hits: HitsByEngine | None


class HitsByEngine(TypedDict):
    GLOBAL_CHECK: NotRequired[list[Hit]]
    RISK_LISTS: NotRequired[list[Hit]]
    COMPOSITE_SCAN: NotRequired[list[Hit]]
    INTERNET_SEARCH: NotRequired[list[Hit]]
    WATCHLIST: NotRequired[list[Hit]]


class HitAddressesItem(TypedDict):
    country: NamedCountry


class HitDobsItem(TypedDict):
    #: YYYY-MM-DD
    dateOfBirth: str


HitDobRangesItem = TypedDict(
    "HitDobRangesItem",
    {
        "from": "str",
        "to": "str",
    },
)


class HitReasonsItem(TypedDict):
    feature: str
    score: float
    detail: str


class Hit(TypedDict):
    firstName: str
    #: The whole name of a company or vessel; of INTERNET_SEARCH the name as the text writes it.
    lastName: str
    #: sanctions, pep, law-enforcement, adverse-media or watchlist.
    category: str
    subCategory: str
    addresses: list[HitAddressesItem]
    #: Full dates only.
    dobs: list[HitDobsItem]
    hitId: str
    name: str
    matchedName: str
    #: 0 to 1
    score: float
    #: Source id, a colon and the publisher's own id.
    entityId: str
    source: str
    #: Partial or approximate dates of birth as inclusive ranges.
    dobRanges: list[HitDobRangesItem]
    reasons: list[HitReasonsItem]
    #: Only of INTERNET_SEARCH.
    article: NotRequired[Article]


class NamedCountry(TypedDict):
    #: ISO 3166 alpha-2.
    code: str
    name: str


class Article(TypedDict):
    url: str
    title: str
    #: The part of the text that names the subject, at most some 400 characters.
    passage: str
    #: Instant in ISO 8601; null where it is not known.
    publishedAt: str | None
    #: Title of the feed, or host of the page.
    publisher: str
    #: Words of the passage or title that name a risk, as written there.
    riskWords: list[str]
    #: Other addresses of the same report.
    alsoAt: list[str]


class QuickscanHitsData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused.
    message: NotRequired[str]
    #: The scan that was asked for.
    id: str
    #: Only while the scan is RUNNING or FAILED.
    status: NotRequired[Literal["RUNNING", "DONE", "FAILED"]]
    #: Hits of this engine on all pages.
    totalHits: NotRequired[int]
    #: Whether further pages follow.
    truncated: NotRequired[bool]
    hits: NotRequired[HitsByEngine]


class StorageUploadTokenData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: Why the operation refused.
    message: NotRequired[str]
    #: What an upload sends as its token.
    uploadToken: str
    #: Seconds.
    expiresIn: int


class ConfigParticularItemsItem(TypedDict):
    #: Name of the field in a submission.
    code: str
    name: str
    appliesTo: Literal["individual", "corporate", "both"]
    type: Literal["string", "text", "stringList", "enum", "boolean", "decimal", "date", "partialDate", "country", "countryList", "code", "codeList", "address", "email", "url"]
    requirement: Literal["required", "recommended", "optional"]
    rules: FieldRules
    #: The key whose codes are the choices.
    optionsKey: NotRequired[Literal["particular", "required-form", "platform_countries", "platform_document_master", "platform_document_default_rule", "platform_ssic", "platform_ssoc", "platform_phone_code", "platform_entity_types", "ownership_structure_layer", "transaction_behaviour", "product_service_complexity", "source_of_wealth", "platform_source_of_funds"]]


class ConfigParticular(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigParticularItemsItem]


class ConfigRequiredFormItemsItemFieldsItem(TypedDict):
    #: A field of `particular`, or one of this form only, which then needs type and label.
    field: str
    required: bool
    type: NotRequired[Literal["string", "text", "stringList", "enum", "boolean", "decimal", "date", "partialDate", "country", "countryList", "code", "codeList", "address", "email", "url"]]
    label: NotRequired[str]
    #: Added to the field’s own rules, which they override.
    rules: NotRequired[FieldRules]
    #: The key whose codes are the choices.
    optionsKey: NotRequired[Literal["particular", "required-form", "platform_countries", "platform_document_master", "platform_document_default_rule", "platform_ssic", "platform_ssoc", "platform_phone_code", "platform_entity_types", "ownership_structure_layer", "transaction_behaviour", "product_service_complexity", "source_of_wealth", "platform_source_of_funds"]]


class ConfigRequiredFormItemsItem(TypedDict):
    code: str
    name: str
    appliesTo: Literal["individual", "corporate", "both"]
    repeatable: bool
    minItems: NotRequired[int]
    maxItems: NotRequired[int]
    fields: list[ConfigRequiredFormItemsItemFieldsItem]


class ConfigRequiredForm(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigRequiredFormItemsItem]


class ConfigPlatformCountriesItemsItem(TypedDict):
    code: str
    name: str
    alpha3: str
    numeric: str | None


class ConfigPlatformCountries(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformCountriesItemsItem]


class ConfigPlatformDocumentMasterItemsItemNumber(TypedDict):
    #: Label of the number.
    name: str
    #: Matches the number in capitals, without spaces, hyphens, dots and slashes.
    pattern: str
    #: Whether check digits are verified.
    checkDigits: bool


class ConfigPlatformDocumentMasterItemsItem(TypedDict):
    code: str
    name: str
    #: PASSPORT, NATIONAL_ID, RESIDENCE_PERMIT, DRIVING_LICENCE and others.
    type: str
    #: Null: of any country.
    country: str | None
    #: In the country's own language.
    localName: str | None
    category: Literal["identity", "supporting", "corporate"]
    sides: Literal[1, 2]
    #: Format of ICAO 9303.
    machineReadable: Literal["TD1", "TD2", "TD3"] | None
    expires: bool
    number: ConfigPlatformDocumentMasterItemsItemNumber | None


class ConfigPlatformDocumentMaster(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformDocumentMasterItemsItem]


class ConfigPlatformDocumentDefaultRuleItemsItemGroupsItem(TypedDict):
    group: str
    #: Types of `platform_document_master`.
    anyOf: list[str]
    minCount: int
    allSides: NotRequired[bool]
    mustNotBeExpired: NotRequired[bool]
    maxAgeDays: NotRequired[int]
    #: For each related person of the company.
    perPerson: NotRequired[bool]


class ConfigPlatformDocumentDefaultRuleItemsItem(TypedDict):
    code: str
    name: str
    event: EventType
    #: `*`: every country.
    country: str | Literal["*"]
    priority: int
    #: Only where enhanced due diligence is done.
    enhanced: bool
    groups: list[ConfigPlatformDocumentDefaultRuleItemsItemGroupsItem]


class ConfigPlatformDocumentDefaultRule(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformDocumentDefaultRuleItemsItem]


class ConfigPlatformPhoneCodeItemsItem(TypedDict):
    code: str
    name: str
    #: With the plus sign.
    dialCode: str
    #: A mobile number as it is written in the country.
    example: str | None


class ConfigPlatformPhoneCode(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformPhoneCodeItemsItem]


class ConfigPlatformEntityTypesItemsItem(TypedDict):
    code: str
    name: str
    localName: str | None
    #: Null: a kind that many countries have.
    country: str | None
    category: str
    #: Code of ISO 20275.
    elf: str | None


class ConfigPlatformEntityTypes(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformEntityTypesItemsItem]


class ConfigOwnershipStructureLayerItemsItem(TypedDict):
    code: str
    name: str
    minLayers: int | None
    maxLayers: int | None
    #: Documents that are then asked for.
    requires: list[str]


class ConfigOwnershipStructureLayer(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigOwnershipStructureLayerItemsItem]


class ConfigTransactionBehaviourItemsItem(TypedDict):
    code: str
    name: str
    group: str
    riskHint: Literal["low", "medium", "high"] | None


class ConfigTransactionBehaviour(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigTransactionBehaviourItemsItem]


class ConfigProductServiceComplexityItemsItem(TypedDict):
    code: str
    name: str
    description: str


class ConfigProductServiceComplexity(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigProductServiceComplexityItemsItem]


class ConfigSourceOfWealthItemsItem(TypedDict):
    code: str
    name: str
    group: str
    appliesTo: Literal["individual", "corporate", "both"]
    evidenceExamples: list[str]


class ConfigSourceOfWealth(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigSourceOfWealthItemsItem]


class ConfigPlatformSourceOfFundsItemsItem(TypedDict):
    code: str
    name: str
    appliesTo: Literal["individual", "corporate", "both"]


class ConfigPlatformSourceOfFunds(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ConfigPlatformSourceOfFundsItemsItem]


Config = TypedDict(
    "Config",
    {
        "particular": "NotRequired[ConfigParticular]",
        "required-form": "NotRequired[ConfigRequiredForm]",
        "platform_countries": "NotRequired[ConfigPlatformCountries]",
        "platform_document_master": "NotRequired[ConfigPlatformDocumentMaster]",
        "platform_document_default_rule": "NotRequired[ConfigPlatformDocumentDefaultRule]",
        "platform_ssic": "NotRequired[ClassificationSection]",
        "platform_ssoc": "NotRequired[ClassificationSection]",
        "platform_phone_code": "NotRequired[ConfigPlatformPhoneCode]",
        "platform_entity_types": "NotRequired[ConfigPlatformEntityTypes]",
        "ownership_structure_layer": "NotRequired[ConfigOwnershipStructureLayer]",
        "transaction_behaviour": "NotRequired[ConfigTransactionBehaviour]",
        "product_service_complexity": "NotRequired[ConfigProductServiceComplexity]",
        "source_of_wealth": "NotRequired[ConfigSourceOfWealth]",
        "platform_source_of_funds": "NotRequired[ConfigPlatformSourceOfFunds]",
    },
)


class PreparePlatformConfigData(TypedDict):
    #: 200, or the business code of a refusal.
    code: int
    #: What was wrong; null when there is nothing to say.
    message: str | None
    #: By key; the keys that were asked for.
    data: Config


class FieldRulesRequiredIf(TypedDict):
    field: str
    contains: str


FieldRulesRequiredIf2 = TypedDict(
    "FieldRulesRequiredIf2",
    {
        "field": "str",
        "in": "list[str]",
    },
)


class FieldRules(TypedDict):
    #: Characters.
    minLength: NotRequired[int]
    #: Characters.
    maxLength: NotRequired[int]
    #: Matches the whole value.
    pattern: NotRequired[str]
    #: Only letters of this script.
    script: NotRequired[Literal["Latin"]]
    #: Matches each part of a list.
    itemPattern: NotRequired[str]
    #: Characters of each part of a list.
    itemMaxLength: NotRequired[int]
    #: Separator of the items of a list that is written as one text.
    separator: NotRequired[str]
    minItems: NotRequired[int]
    maxItems: NotRequired[int]
    min: NotRequired[float]
    max: NotRequired[float]
    maxDecimals: NotRequired[int]
    minDate: NotRequired[str]
    maxDate: NotRequired[str]
    #: A year alone is not enough.
    fullDate: NotRequired[bool]
    minAgeYears: NotRequired[int]
    #: Values of an enum.
    values: NotRequired[list[str]]
    #: Other spellings of the values.
    accepts: NotRequired[list[str]]
    mustBe: NotRequired[bool]
    #: Only codes of this level of a classification.
    level: NotRequired[str]
    #: Required where one of these has a value.
    requiredWith: NotRequired[list[str]]
    #: Required where another field holds a value.
    requiredIf: NotRequired[FieldRulesRequiredIf | FieldRulesRequiredIf2]
    #: The field whose value counts where this one has none.
    fallback: NotRequired[str]
    #: Cannot be changed once it was submitted.
    immutable: NotRequired[bool]


class ClassificationSection(TypedDict):
    #: Of the content, such as "SSIC 2025, 15 April 2025".
    version: str
    #: Changes exactly when anything else in this section does.
    etag: str
    #: Number of items.
    count: int
    #: How long a caller may keep the section without asking again.
    maxAgeSeconds: int
    #: Attribution to show with the data, where a publisher asks for it.
    attribution: str | None
    #: What concerns the key as a whole; often empty.
    settings: Mapping[str, Any]
    #: The choices.
    items: list[ClassificationItem]


class ClassificationItem(TypedDict):
    code: str
    name: str
    level: str
    parent: str | None


class UploadedFile(TypedDict):
    #: Internal address of the file, `s3://…`. It cannot be downloaded by it.
    url: str
    #: The name that was sent, made safe.
    filename: str
    #: As the content says.
    content_type: Literal["image/png", "image/jpeg", "image/gif", "image/webp", "image/tiff", "application/pdf"]
    #: Bytes.
    size: int
