/**
 * The consonant skeleton of a token: the rest of its sound when vowels, `h`, `w` and `y` are dropped and
 * letters that transliterations exchange are folded into one class (`l` and `r` among them, which East Asian
 * scripts do not distinguish). `j` before a consonant or at the end is a vowel, as in `sergej`. `muhammad`, `mohamed` and the unvowelled
 * `mhmd` share one skeleton; so do `qasim` and `ghasem`.
 */

const CLASS: Record<string, string> = {
  b: 'b',
  p: 'p',
  d: 'd',
  t: 't',
  f: 'f',
  v: 'v',
  k: 'k',
  q: 'k',
  g: 'k',
  c: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  r: 'l',
  s: 's',
  z: 's',
};

const VOWELS = new Set('aeiouy');

/** Letter groups that stand for one sound, by first letter; longest first. */
const GROUPS: Record<string, readonly (readonly [string, string])[]> = {
  t: [
    ['tsch', 'j'],
    ['tch', 'j'],
    ['th', 't'],
    ['ts', 's'],
    ['tz', 's'],
  ],
  d: [
    ['dzh', 'j'],
    ['dj', 'j'],
    ['dh', 'd'],
    ['dz', 's'],
  ],
  s: [
    ['sch', 'j'],
    ['sh', 'j'],
  ],
  c: [
    ['ch', 'j'],
    ['cz', 'j'],
    ['ck', 'k'],
    ['ce', 's'],
    ['ci', 's'],
    ['cy', 's'],
  ],
  z: [['zh', 'j']],
  k: [['kh', 'k']],
  g: [['gh', 'k']],
  p: [['ph', 'f']],
};

/** The same by code of the letter. */
const GROUPS_BY_CODE: readonly (readonly (readonly [string, string])[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => GROUPS[String.fromCharCode(code)],
);
/** By code: the class of a letter; a digit is its own class. */
const CLASS_BY_CODE: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return letter >= '0' && letter <= '9' ? letter : CLASS[letter];
});
const [J, X] = ['j'.charCodeAt(0), 'x'.charCodeAt(0)];

function groupAt(token: string, at: number): readonly [string, string] | undefined {
  const groups = GROUPS_BY_CODE[token.charCodeAt(at)];
  if (groups) for (const group of groups) if (token.startsWith(group[0], at)) return group;
  return undefined;
}

/** By code of a token's first letter: the sounds that its skeleton may begin with, as bits; all where the letter has none. */
const FIRST_SOUNDS: Int32Array = Int32Array.from({ length: 128 }, (_, code) => {
  if (code === X) return bitOf('j');
  const own = CLASS_BY_CODE[code];
  if (own === undefined) return -1;
  const groups = GROUPS_BY_CODE[code] ?? [];
  return groups.reduce((bits, [, sound]) => bits | bitOf(sound), bitOf(own));
});

function bitOf(sound: string): number {
  return 1 << (sound.charCodeAt(0) & 31);
}

/** Whether a token that begins with this letter may have this skeleton; never false where it does. */
export function mayHaveSkeleton(code: number, skeleton: string): boolean {
  return (FIRST_SOUNDS[code]! & bitOf(skeleton)) !== 0;
}

/** Letters as bits of `lettersIn`. */
function bitsOf(letters: string): number {
  let bits = 0;
  for (const letter of letters) bits |= bitOf(letter);
  return bits;
}

/** Letters that always leave a sound, and all that may leave the same one. */
const SOUNDING: readonly (readonly [number, number])[] = [
  ['m', 'm'],
  ['n', 'n'],
  ['lr', 'lr'],
  ['v', 'v'],
  ['f', 'fp'],
  ['b', 'bp'],
  ['kqg', 'kqgcx'],
].map(([certain, possible]) => [bitsOf(certain!), bitsOf(possible!)]);

/** Bits of `soundsIn` that state what is certain; those above state what is possible. */
const SOUND_BITS = 8;

/**
 * The sounds of tokens with these letters (see `lettersIn`) as bits: those that they have for certain and those that they may
 * have. Tokens written together have the sounds of each.
 */
export function soundsIn(letters: number): number {
  let sounds = 0;
  SOUNDING.forEach(([certain, possible], at) => {
    if ((letters & certain) !== 0) sounds |= 1 << at;
    if ((letters & possible) !== 0) sounds |= 1 << (at + SOUND_BITS);
  });
  return sounds;
}

/** Of these sounds those that tokens with these letters may have, none of them for certain. */
export function possibleSounds(letters: number): number {
  return soundsIn(letters) & ~((1 << SOUND_BITS) - 1);
}

/**
 * Whether tokens of these sounds may have one skeleton; never false where they have. A digit counts as the letter that shares
 * its bit: it occurs in the skeletons of both, or they differ anyway.
 */
export function mayShareSkeleton(sounds: number, others: number): boolean {
  return ((sounds & ~(others >> SOUND_BITS)) | (others & ~(sounds >> SOUND_BITS))) << (32 - SOUND_BITS) === 0;
}

/** Skeleton of an ASCII lower-case token; empty for vowels only. Digits are kept. */
export function skeletonOf(token: string): string {
  let out = '';
  let joined = false;
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    const group = groupAt(token, i);
    let sound: string | undefined;
    if (group) {
      sound = group[1];
      i += group[0].length - 1;
    } else if (code === J) sound = VOWELS.has(token[i + 1] ?? '') ? 'j' : undefined;
    else if (code === X) sound = i === 0 ? 'j' : 'ks';
    else sound = CLASS_BY_CODE[code];
    if (sound === undefined) {
      joined = false;
    } else if (!(joined && out.endsWith(sound))) {
      out += sound;
      joined = true;
    }
  }
  return out;
}
