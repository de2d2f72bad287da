/** Characters as code points. */
export function codePoints(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let count = 0;
  for (let place = 0; place < text.length; count++) {
    const point = text.codePointAt(place) ?? 0;
    points[count] = point;
    place += point > 0xffff ? 2 : 1;
  }
  return points.subarray(0, count);
}

/**
 * chrF, 0 to 100: precision and recall of character sequences of each length from 1 to 6, averaged over the lengths that both texts reach, then
 * F = (1 + beta²) P R / (beta² P + R) with beta 2. White space is left out; case counts; characters are composed (NFC) code points.
 * Null if the reference has no characters; an output without any scores 0. Not symmetric: recall weighs more.
 * @example
 * chrf("aab", "ab"); // 100 * 5 * (7 / 12) / (4 * (7 / 12) + 1)
 */
export function chrf(output: string, reference: string): number | null {
  const other = codePoints(withoutSpace(reference));
  return other.length === 0 ? null : chrfOfCharacters(codePoints(withoutSpace(output)), other);
}

const withoutSpace = (text: string) => text.normalize("NFC").replaceAll(/\s+/gu, "");

/** The score of the given characters, without normalisation. */
export function chrfOfCharacters(own: Int32Array, other: Int32Array, { order = 6, beta = 2 } = {}): number {
  const lengths = Math.min(order, own.length, other.length);
  if (lengths === 0) return 0;
  let precision = 0;
  let recall = 0;
  for (const [index, common] of commonSequences(own, other, lengths).entries()) {
    precision += common / (own.length - index) / lengths;
    recall += common / (other.length - index) / lengths;
  }
  if (precision + recall === 0) return 0;
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

const absent = -1;

/**
 * Numbers sequences from 0 in order of first use; a sequence is identified by the number of its prefix and its last character. A hash table of plain
 * integers, several times as fast here as a Map, whose keys would be floating-point numbers.
 */
class Numbering {
  size = 0;
  private readonly mask: number;
  /** Per cell: the number plus one (0: free), the beginning, the last character, and one place unused. */
  private readonly cells: Int32Array;

  constructor(most: number) {
    const count = 2 ** Math.ceil(Math.log2(2 * most + 1));
    this.mask = count - 1;
    this.cells = new Int32Array(4 * count);
  }

  /** The sequence's number; absent if it has none. */
  find(beginning: number, last: number): number {
    return (this.cells[this.cellOf(beginning, last)] ?? 0) - 1;
  }

  /** The sequence's number; assigns a new one if it has none. */
  give(beginning: number, last: number): number {
    const cell = this.cellOf(beginning, last);
    const known = this.cells[cell] ?? 0;
    if (known !== 0) return known - 1;
    this.cells[cell] = ++this.size;
    this.cells[cell + 1] = beginning;
    this.cells[cell + 2] = last;
    return this.size - 1;
  }

  private cellOf(beginning: number, last: number): number {
    const { cells, mask } = this;
    const mixed = Math.imul(Math.imul(beginning, 0x9e3779b1) ^ last, 0x85ebca6b);
    let cell = (mixed ^ (mixed >>> 15)) & mask;
    while (cells[4 * cell] !== 0 && (cells[4 * cell + 1] !== beginning || cells[4 * cell + 2] !== last)) cell = (cell + 1) & mask;
    return 4 * cell;
  }
}

/** A text whose sequences are being extended: the number of each character, and of the sequence at each position that may also occur in the other text. */
interface Growing {
  lasts: Int32Array;
  names: Int32Array;
}

/**
 * The number of sequences of length 1, 2 … that the texts share, counting repeats that occur in both. Positions whose prefix the other text lacks
 * are dropped.
 */
function commonSequences(own: Int32Array, other: Int32Array, lengths: number): number[] {
  let numbering = new Numbering(other.length);
  const reference = growing(other, (character) => numbering.give(0, character));
  const text = growing(own, (character) => numbering.find(0, character));
  const result = [matchUp(text.names, reference.names, numbering.size)];
  for (let length = 2; length <= lengths; length++) {
    const isShared = new Uint8Array(numbering.size);
    text.names.forEach((name) => {
      if (name !== absent) isShared[name] = 1;
    });
    const longer = new Numbering(other.length);
    grow(reference, length, (name, last) => (isShared[name] === 1 ? longer.give(name, last) : absent));
    grow(text, length, (name, last) => longer.find(name, last));
    numbering = longer;
    result.push(matchUp(text.names, reference.names, numbering.size));
  }
  return result;
}

function growing(characters: Int32Array, number: (character: number) => number): Growing {
  const lasts = characters.map(number);
  return { lasts, names: lasts.slice() };
}

/** Makes every sequence one character longer. */
function grow({ names, lasts }: Growing, length: number, rename: (name: number, last: number) => number): void {
  for (let place = 0; place < names.length; place++) {
    const name = names[place] ?? absent;
    const last = lasts[place + length - 1] ?? absent;
    names[place] = name === absent || last === absent ? absent : rename(name, last);
  }
}

/** The number of pairs in which positions of both texts with the same sequence can be matched. */
function matchUp(own: Int32Array, other: Int32Array, known: number): number {
  const left = new Int32Array(known);
  for (let place = 0; place < other.length; place++) {
    const name = other[place] ?? absent;
    if (name !== absent) left[name] = (left[name] ?? 0) + 1;
  }
  let pairs = 0;
  for (let place = 0; place < own.length; place++) {
    const name = own[place] ?? absent;
    const free = name === absent ? 0 : (left[name] ?? 0);
    if (free === 0) continue;
    left[name] = free - 1;
    pairs++;
  }
  return pairs;
}
