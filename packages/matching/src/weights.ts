/**
 * Every number that decides a score, its order or what is shown. Other files of this package import them from here.
 *
 * How they were chosen: by hand, then checked together. The runs below measure all weights at once; the figures of
 * each run are in docs/screening.md. A line names a run only where that run led to the value.
 *
 * - `pairs`: bench/screening/pairs.ts, 308 labelled pairs of names at a score of .7.
 * - `checks`: bench/screening/entity-checks.ts, 228 labelled pairs of entities with facts.
 * - `recall`, `further`: bench/screening/recall.ts and recall-further.ts, disturbed names of listed people and companies.
 * - `alarms`: bench/screening/false-alarms.ts, 10,000 made-up people. `policies`: bench/screening/policies.ts, all steps.
 * - `alerts`: bench/screening/equal-alerts.ts, badly disturbed names against made-up people, firms and ships.
 *
 * "Unmeasured" means that no run varied the value by itself. A changed value needs another `engineVersion`.
 */

// ---- Tokens of a name: weights -------------------------------------------------------------------------------------

export interface TokenWeights {
  /** Weight when the token matches another. */
  readonly matched: number;
  /** Weight when it matches nothing. Never more than `matched`. */
  readonly unmatched: number;
}

const both = (weight: number): TokenWeights => ({ matched: weight, unmatched: weight });

/**
 * By role. A person: names carry the weight, particles are often left out, a title is neutral when one side has it.
 * Checked by `pairs` and `recall`; single values unmeasured.
 */
const PERSON_TOKENS = {
  name: both(1),
  common: both(0.85),
  particle: both(0.1),
  initial: both(0.5),
  legalForm: both(0.1),
  generic: both(0.6),
  connector: both(0.1),
  numeral: { matched: 0.5, unmatched: 0.2 },
  suffix: both(0.3),
  place: both(1),
  repeated: both(0.1),
  title: { matched: 0.1, unmatched: 0 },
  styling: { matched: 0.4, unmatched: 0.1 },
} as const;

/**
 * An organisation: numerals distinguish a series, places and company words are shared by many. Checked by `pairs` and
 * `further`; single values unmeasured.
 */
const ORGANISATION_TOKENS = {
  name: both(1),
  common: both(0.9),
  particle: both(0.2),
  initial: both(0.6),
  legalForm: both(0.25),
  generic: both(0.6),
  connector: both(0.1),
  numeral: both(1),
  suffix: both(0.5),
  place: both(0.7),
  repeated: both(0.1),
  title: both(0.2),
  styling: both(0.6),
} as const;

export const TOKEN_WEIGHTS = { person: PERSON_TOKENS, organisation: ORGANISATION_TOKENS } as const;

/** The minimum weight of a token that matches another. It only bounds a search. */
export const MIN_TOKEN_WEIGHT = 0.1;

/**
 * Share of its weight that a part keeps where the list name leaves it out. `recall`: full names of customers scored
 * .78 to .80 against shorter list names, below STRONG; with these shares they score .89 to .94.
 */
export const OMITTED_SHARE = { none: 1, middle: 0.5, patronymic: 0.3 } as const;
/** A name of fewer selective parts is stated in full: given and family name are no omissions. */
export const MIN_OMISSION_PARTS = 3;
/**
 * So many initials beside so many names stand for second names, and weigh no more than one together. `further`: five of
 * them scored .63 against the names that they stand for.
 */
export const MIN_SEVERAL_INITIALS = 2;
export const MIN_NAMES_BESIDE_INITIALS = 2;

// ---- Readings of a name: factors -----------------------------------------------------------------------------------

/** What a list name of each kind is worth: weak aliases (nicknames, low quality) only support. Unmeasured. */
export const KIND_FACTOR = { primary: 1, strong: 1, original: 1, former: 0.98, weak: 0.92 } as const;
/** A part of a name that is read alone: below the whole name, above every threshold. Unmeasured. */
export const PART_FACTOR = 0.98;
/** A reading by what may be meant: below a part, for a guess may be wrong. Found by `further`. */
export const GUESS_FACTOR = 0.97;
/**
 * Two names in Han, two in Hangul or two in Arabic, written otherwise, that are read alike (سالم, سليم): one may be the other
 * misspelt, yet most are two people. Below STRONG whatever the other facts are, so that only looser settings show it.
 */
export const SAME_READING_FACTOR = 0.75;

// ---- When a reading is tried ---------------------------------------------------------------------------------------

/** Letters from which a misspelt word of a vocabulary is recognised with two errors; shorter ones with one. */
export const MIN_TWO_ERROR_WORD = 10;
/** Letters of a company word that may be misspelt: shorter ones are other words. Found by `further`. */
export const MIN_MISSPELT_WORD = 5;
export const MAX_MISSPELT_WORD = 24;
/** Letters of the last word of a company that may be a misspelt short form, as `gmhb`. */
export const MIN_MISSPELT_ENDING = 3;
/** Letters of the longest short form in which two letters may be exchanged, as `cjcs`; longer ones are misspelt words. */
export const MAX_SWAPPED_FORM = 5;
/** Letters of a word of a legal form that may be misspelt, and of a token that is looked up as one. */
export const MIN_LEGAL_WORD = 5;
/** Letters of a misspelt word that makes a legal form by itself: so long, it is nothing else. */
export const MIN_MISSPELT_FORM = 7;
/** Letters of a known word that ends or begins a longer one, and of the rest of it. Found by `further`. */
export const MIN_JOINED_WORD = 6;
export const MIN_JOINED_REST = 4;
/** Letters of each of two known words that are written as one: `gascompany`. */
export const MIN_JOINED_KNOWN = 3;
/** Letters of a shortened company word, and from which on its last letter need not end the word: `trdg`, `cnstrct`. */
export const MIN_SHORTENED_WORD = 4;
export const MIN_UNORDERLY_SHORTENED = 5;
/** The greatest share of its letters that a word keeps whose end is cut off, or whose vowels are: what keeps more is misspelt. */
export const MAX_CUT_SHARE = 0.7;
export const MAX_CONTRACTED_SHARE = 0.8;
/** Words that are guessed one by one, and words of the longest name that is guessed at: both bound the work. */
export const MAX_GUESSED_WORDS = 3;
export const MAX_GUESSED_NAME = 24;
/** Letters of the shortest word in which OCR confusion is looked for: `rn` for `m`. */
export const MIN_OCR_WORD = 3;
/** Letters of a name in brackets, and of what is outside of them. */
export const MIN_BRACKET_LETTERS = 3;
export const MIN_OUTSIDE_LETTERS = 2;
/** Letters of a place name that counts as one inside a company name. */
export const MIN_PLACE_LETTERS = 4;
/** Letters of a word with a Slavic or Central Asian patronymic ending: shorter ones are names of their own. */
export const MIN_SLAVIC_PATRONYMIC = 6;
export const MIN_CENTRAL_ASIAN_PATRONYMIC = 7;
/** Characters of a Han or Hangul run that is read as a person's name. */
export const MAX_HAN_NAME = 4;
export const MAX_HANGUL_NAME = 4;
/** Chinese and Korean names in Cyrillic: letters of a syllable, syllables of a word and of a name, readings tried. */
export const MAX_SYLLABLE_LETTERS = 6;
export const MAX_WORD_SYLLABLES = 2;
export const MIN_NAME_SYLLABLES = 2;
export const MAX_NAME_SYLLABLES = 4;
export const MAX_SYLLABLE_READINGS = 4;
/** Parts of a Chinese or Korean name, and ways to take one apart into syllables that are tried. */
export const MAX_EAST_ASIAN_PARTS = 4;
export const MAX_SPLIT_READINGS = 2;
/** Letters from which a Chinese word in Latin letters is two syllables. */
export const MIN_MERGED_WORD = 6;
/** Tokens from which a name loses third and further occurrences of a token: they say nothing new. */
export const MAX_TOKENS_IN_FULL = 8;

// ---- Two tokens: edits ---------------------------------------------------------------------------------------------
// Costs are whole parts of one edit, so that sums are exact. Checked by `pairs`, `recall` and `further`; unmeasured singly.

/** Parts of one plain edit. */
export const EDIT_PARTS = 20;
/** Letters of the longest token that is compared by edits; longer ones have to be equal. */
export const MAX_TOKEN = 40;
/** Pairs of vowels and half-vowels that one sound is written with. No other replacement costs less. */
const CLOSEST_LETTERS = 'ae ei ou iy ey ij jy uw ow';
export const CLOSEST_LETTERS_COST = 6;
/** Pairs that one sound or one shape is written with, and what replacing one by the other costs. */
export const CLOSE_LETTERS = [
  [CLOSEST_LETTERS, CLOSEST_LETTERS_COST],
  ['kq kg gq ck cq cs sz cz jg xs xh vw vf bp dt bv gh', 8],
  ['o0 l1 i1 e3 a4 s5 b8 g9 z2 t7', 8],
  ['lr', 10],
  ['mn', 16],
] as const;
/** A vowel that one side adds or writes otherwise. */
export const VOWEL_COST = 10;
/** `h`, `w` and `y` that one side adds. No other letter is dropped for less, but for the cases below. */
export const LIGHT_LETTER_COST = 8;
/** One of a doubled letter; the `c` of `ck`; the `d` of `dj`, which is how French writes `j`. */
export const DOUBLED_LETTER_COST = 5;
/** The `e` of `ae`, `oe`, `ue` and the second `a` of `aa`. `Mueller` matched `Müller` by .91; it is one name, now .98. */
export const DIGRAPH_COST = 2;
/** A vowel that only one side writes: the other token has none, or fewer than speech needs. */
export const UNVOWELLED_COST = 2;
export const SPARSE_VOWELS_COST = 5;
/** Letters from which a token should have vowels, and consonants to a vowel beyond which it has too few. */
export const MIN_VOWELLED_TOKEN = 3;
export const MAX_CONSONANTS_PER_VOWEL = 2;
/** Two neighbours exchanged. */
export const SWAP_COST = 16;

// ---- Two tokens: similarity ----------------------------------------------------------------------------------------

/** Two tokens below this do not match. */
export const MIN_SIMILARITY = 0.55;
/** What one part of cost per letter takes from the similarity. */
export const COST_STEEPNESS = 1.25;
/** Plain edits by which any two tokens may differ; more only if they sound alike. */
export const MAX_EDITS = 1;
/** Letters of tokens that may differ by two edits, and their cost per letter then. For the two typing errors of `recall`. */
export const MIN_TWO_EDITS = 5;
export const MAX_TWO_EDITS = 12;
export const MAX_TWO_EDITS_COST = 0.3;
/** Letters of shorter tokens that match after two edits only doubtfully. Found by `further`. */
export const MIN_DOUBTFUL = 4;
/** Similarity of a doubtful match: less than any other, so that it is known by this. */
export const DOUBTFUL_SIMILARITY = 0.38;
/** Greatest cost per letter of two tokens that share only a skeleton of two sounds. */
export const MAX_SHORT_SKELETON_COST = 0.15;
/** Sounds of a skeleton by which tokens match. */
export const MIN_SKELETON = 2;
/** A nickname or another language's form of one given name. */
export const EQUIVALENT_SIMILARITY = 0.88;
/** Forms of one given name for a man and for a woman: near in spelling, yet two people. */
export const OTHER_GENDER_SIMILARITY = 0.35;
/** Company words of nearly one meaning: a translation may be either, yet two companies may differ by just that. */
export const RELATED_SIMILARITY = 0.7;
/** An initial and a name that starts with it. */
export const INITIAL_SIMILARITY = 0.5;
/** Spellings that look alike in print, and letters by which one may be longer. Found by `further`. */
export const OCR_SIMILARITY = 0.88;
export const MAX_OCR_DIFFERENCE = 3;
/** The same letters in another order, and letters from which they are recognised. */
export const SCRAMBLED_SIMILARITY = 0.72;
export const MIN_SCRAMBLED = 5;
/** In companies, short tokens need a slight edit: they are often abbreviations. `pairs`: BWI and BAE are two. */
export const MAX_SHORT_TOKEN = 4;
export const MIN_SHORT_SIMILARITY = 0.85;
/** The same for two tokens of just so many letters, none of which is missing. */
export const MIN_EQUALLY_SHORT_SIMILARITY = 0.65;
/**
 * The same where all else of two organisations agrees, which is then enough: `LIE` for `LINE`. What no side may have more than
 * that agrees: a legal form and small words; and how alike the other words are.
 */
export const MIN_SLIGHT_TOKEN = 3;
export const MIN_SLIGHT_SIMILARITY = 0.58;
export const MAX_SLIGHT_UNMATCHED = 0.45;
export const MIN_AGREEING_SIMILARITY = 0.97;
/**
 * Two syllables of Chinese or Korean names in Latin letters that no romanisation makes one, near as their letters are: `Zhong` and
 * `Zhang` were .91. A typing error is still shown by WEAK.
 */
export const OTHER_SYLLABLE_SIMILARITY = 0.5;
/** How many times as much a difference of spelling counts for ships and aircraft, whose names are complete. */
export const CRAFT_STRICTNESS = 1.6;
/**
 * It does not where one letter of a ship's name is wrong and all else agrees. Letters of the word with the error: shorter
 * ones distinguish ships. Found by `alerts`: of ships with one wrong letter 62 % scored less than one in a hundred made-up
 * firms and ships.
 */
export const MIN_CRAFT_ERROR = 4;
/**
 * How much of the difference counts where this word is all of the name, so that nothing else can agree, and its least
 * letters: `Henna` then reaches STRONG with one wrong letter (.86; otherwise .75). Shorter names, as `Snow` and `Snoe`, are
 * only met doubtfully.
 */
export const ONE_WORD_CRAFT_ERROR = 0.56;
export const MIN_ONE_WORD_CRAFT = 5;

// ---- Several tokens that read as one -------------------------------------------------------------------------------

/** Joined tokens are worth a little less than the same letters in the same tokens. */
export const JOIN_SIMILARITY = 0.97;
/** The first letters of an organisation's words, as its short form. */
export const ACRONYM_SIMILARITY = 0.7;
/**
 * The same for one of so few letters of which no more than one is that of a distinctive word, where the names have more than this:
 * `Clausen Marine Technology FZE` need not be `CMT-K`. Found by `alerts`.
 */
export const SLIGHT_ACRONYM_SIMILARITY = 0.55;
export const MAX_SLIGHT_ACRONYM = 3;
export const MIN_ACRONYM = 3;
export const MAX_ACRONYM = 8;
/** Letters of a token that seed a join, written the same at its beginning or end. */
export const MIN_JOIN_SEED = 3;
/** Neighbouring tokens that are read as one. */
export const MAX_JOINED_TOKENS = 3;
/** Letters by which a join may be longer or shorter than the token that it replaces. */
export const MAX_JOIN_DIFFERENCE = 2;
/** Letters of the shortest and the longest token that is read as several in one. */
export const MIN_JOIN = 3;
export const MAX_JOIN = 80;

// ---- Unmatched tokens: costs -----------------------------------------------------------------------------------

/** Cost of unmatched weight, against the weight that matches. */
export interface UnmatchedCosts {
  readonly queryUnmatched: number;
  readonly listUnmatched: number;
  readonly conflict: number;
  /** The same when the parts look like one name with two typing errors. */
  readonly nearConflict: number;
}

/**
 * People leave parts out, so a list name's extra parts cost little; a company's name is stated in full. Checked by
 * `pairs`, `recall` and `alarms`; `nearConflict` came with two typing errors of `recall`.
 */
export const UNMATCHED_COSTS = {
  person: { queryUnmatched: 0.38, listUnmatched: 0.2, conflict: 0.32, nearConflict: 0.12 },
  organisation: { queryUnmatched: 0.65, listUnmatched: 0.2, conflict: 0.6, nearConflict: 0.6 },
} as const;
/**
 * What is left of the score of a Chinese or Korean name with a syllable that the other one lacks: `Kim Chol` is not `Kim Chol Sam`. By
 * how the two are compared: `read` is a name in Han or Hangul against one in Latin letters.
 */
export const MISSING_SYLLABLE_FACTOR = { characters: 0.75, read: 0.7, latin: 0.93 } as const;
/**
 * The same where its syllables come in another order, and where only its family name is last instead of first, which is as usual in
 * Latin letters.
 */
export const OTHER_ORDER_FACTOR = { characters: 0.6, read: 0.6, latin: 0.9 } as const;
export const MOVED_FAMILY_NAME_FACTOR = { characters: 0.98, read: 0.98, latin: 1 } as const;
/** Plain edits within which two contradicting tokens may be one name with typing errors. */
export const MAX_NEAR_CONFLICT_EDITS = 2;
/** An unmatched word in the name of a listed ship or aircraft: small differences distinguish ships. */
export const CRAFT_LIST_FACTOR = 1.75;
/** An unmatched number in the list name of an organisation. */
export const LIST_NUMERAL_FACTOR = 3;
/** Selective words of a list name where only words matched that many organisations share. */
export const GENERIC_ONLY_FACTOR = 5;
/** Weight of legal forms of different nature, and of two kinds of company (a bank, its subsidiary), in conflict. */
export const CONFLICTING_FORM = 0.8;
export const OTHER_FORM = 0.43;
/**
 * Weight of what else matched from which another kind of company weighs in full. In a shorter name it weighs as much less, so that
 * `Panya AG` and `Panya FZE` are as near as two companies of two words. Found by `alerts`.
 */
export const FULL_FORM_WEIGHT = 1.6;
/** Weight of an initial when both sides have parts that match nothing: it contradicts like a name. */
export const CONFLICTING_INITIAL = 1;
/**
 * The maximum that names score whose letters are not equal: of readings of two scripts, legal forms of one kind, titles left
 * out. Scores from the second value on are drawn together below it, so that their order stays. Also the maximum of a score that
 * other facts raise, unless the names have equal letters. 1 says that nothing differs.
 */
export const MAX_OTHER_LETTERS = 0.99;
export const OTHER_LETTERS_FROM = 0.98;
/** The maximum that a name scores with a doubtful match: below STRONG, so that nothing above changes. */
export const MAX_DOUBTFUL_SCORE = 0.69;

// ---- Other facts ---------------------------------------------------------------------------------------------------
// Checked by `checks` and `alarms`: with facts, false alarms at STRONG fall from .40 % to .02 %. Single values unmeasured.

/**
 * What full agreement adds to the score, and what full contradiction takes from it. One contradiction of birth or gender leaves an
 * equal name in other letters (`MAX_OTHER_LETTERS`) at .85, which EXACT and STRONG show.
 */
export const CORROBORATION = {
  birth: { bonus: 0.05, loss: 0.14 },
  gender: { bonus: 0.005, loss: 0.14 },
  nationality: { bonus: 0.02, loss: 0.12 },
  country: { bonus: 0.02, loss: 0.1 },
} as const;
/** The maximum that agreement of all facts may add: facts never make a hit of a name far below the threshold. */
export const MAX_CORROBORATION_BONUS = 0.05;
/** Agreement of overlapping dates of birth, by how exactly the coarser side states the date. */
export const BIRTH_AGREEMENT = { day: 1, month: 0.8, year: 0.6, range: 0.4, circa: 0.4 } as const;
/** A swapped day and month is one person's typing error. */
export const SWAPPED_BIRTH_AGREEMENT = 0.5;
/** Contradiction of other dates: of one year, near, far; softer where a side states an estimate. */
export const BIRTH_CONTRADICTION = {
  sameYear: -0.35,
  near: { exact: -0.5, circa: 0 },
  far: { exact: -0.9, circa: -0.5 },
  beyond: -1,
} as const;
/** Years apart that estimates and typing errors explain, and beyond which two people are certain. */
export const NEAR_BIRTH_YEARS = 1;
export const FAR_BIRTH_YEARS = 4;
/** Sharing only a weaker tie (residence against nationality) supports less. */
export const WEAKER_TIE_AGREEMENT = 0.5;
/** Score of an equal identifier by itself, and together with a compatible name. */
export const IDENTIFIER_ALONE = 0.9;
export const IDENTIFIER_AND_NAME = 1;
/** Score of an equal identifier that no two holders have, where no name contradicts it. */
export const UNIQUE_IDENTIFIER_ALONE = 1;
/**
 * Score of a wallet with the head and tail of a listed one: mistyped by its checksum or by no more than so many characters,
 * which STRONG shows; another address that looks like it, which WEAK shows.
 */
export const MISTYPED_WALLET = 0.88;
export const MAX_MISTYPED_CHARACTERS = 2;
export const SIMILAR_WALLET = 0.7;
/** From this name score on, a name is compatible with an equal identifier. */
export const MIN_COMPATIBLE_NAME = 0.5;
/** Characters of an identifier, and words of a company's name that may itself be one. */
export const MIN_IDENTIFIER = 5;
export const MAX_IDENTIFIER_WORDS = 3;

// ---- What is shown -------------------------------------------------------------------------------------------------
// All steps: `policies`. Defaults of the settings (strength, number of hits) are in the contract's engine settings.

/** Minimum name score and minimum score of a hit. Facts may lift a name of STRONG from .80 over .85. */
export const POLICY_THRESHOLDS = {
  EXACT: { minNameScore: 0.8, minScore: 0.85 },
  STRONG: { minNameScore: 0.8, minScore: 0.85 },
  WEAK: { minNameScore: 0.65, minScore: 0.65 },
  Precise: { minNameScore: 0.88, minScore: 0.9 },
  Near: { minNameScore: 0.75, minScore: 0.78 },
  Broad: { minNameScore: 0.65, minScore: 0.65 },
  WATCHLIST: { minNameScore: 0.7, minScore: 0.75 },
} as const;
/** How far full sensitivity lowers the threshold from 1. */
export const SENSITIVITY_RANGE = 0.5;
/** From this sensitivity on, weak aliases count when they match inexactly. */
export const WEAK_ALIAS_SENSITIVITY = 0.6;
/** Greatest number of hits of an engine that has no setting for it. */
export const UNSET_MAX_HITS = 200;
/** Rank of hits of one score, in bits of rarity: other facts, and an equal identifier. Unmeasured. */
export const SUPPORT_RANK = 4;
export const IDENTITY_RANK = 20;

// ---- Mentions in running text --------------------------------------------------------------------------------------
// Unmeasured: there is no labelled set of texts. Tests hold examples.

/** Minimum score of a mention: that of a STRONG hit. */
export const MIN_MENTION_SCORE = POLICY_THRESHOLDS.STRONG.minScore;
/** Similarity of a word from which the words around it are compared with the name. */
export const MIN_MENTION_SIMILARITY = 0.7;
/** Words by which a mention may be longer than the name. */
export const MAX_MENTION_SURPLUS = 2;
/** Further mentions add nothing. */
export const MAX_MENTIONS = 50;
/** Sounds of a key, and weight of a token that has keys. */
export const MIN_KEY_SKELETON = 2;
export const MIN_KEY_WEIGHT = 0.3;
/** Letters of the longest abbreviation that a point ends inside of a sentence. */
export const MAX_ABBREVIATION = 3;

// ---- Precision -----------------------------------------------------------------------------------------------------

/** Steps of a score that is shown or compared: four decimals. */
export const SCORE_STEPS = 10_000;
/** Two scores closer than this may round to one. */
export const SCORE_TOLERANCE = 0.0002;
/** Screening and monitoring add the same numbers in another order. */
export const SUM_TOLERANCE = 1e-9;
/** Added to a bound of a cost, so that rounding never excludes what costs just that. */
export const COST_TOLERANCE = 1e-9;
/** The same where a cost is counted in parts. */
export const PARTS_TOLERANCE = 1e-6;

// ---- Entries of several lists that are one entity -------------------------------------------------------------------

/**
 * How alike names have to be, 0 to 1, for what else two entries share. Measured on the people of UN and OFAC lists who share
 * the number of a document, with the numbers hidden (same-entity.test.ts), and by reading every other pair that joined. They
 * decide no score and need no other `engineVersion`.
 */
export const SAME_ENTITY = {
  /** A shared number with another name is a mistake of one list: two people on the UN list have one passport number. */
  identifier: 0.5,
  birthDate: 0.85,
  /** Brothers are listed together, born in one year of one country: .93 joined two of them. */
  birthYear: 0.95,
  /** Where a birth is only about right, or a span of years: .98 joined Abdul Bari with Abdul Baqi. */
  birthAbout: 0.985,
  /** Of the titles, not of any alias: a general and a mining director share one. */
  country: 0.985,
  /** Words of a name that has to do without a birth. */
  minWordsWithoutBirth: 3,
  /** Names of one entry that are compared. */
  maxNames: 25,
  /** Pairs of which all names are compared, among the hits of one subject. */
  maxComparisons: 200,
} as const;
