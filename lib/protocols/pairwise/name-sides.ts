import { bounded, outputNoun, quotation } from "./side-words";

const opening = "[\\[({<«「【'\"]{0,4}";
const closing = "[\\])}>»」】'\"]{0,4}";
const alone = "(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}])";
const article = "(?:(?<!\\p{L})(?:the|la|el|il|le|die|der|das)\\s+)?";
const joint = "and|or|nor|vs\\.?|versus|over|than|to|und|oder|y|o|et|ou|e|и|和|与|或|と|[&/>=<≈]|>>";

/** What follows a bare letter that names an output; a noun never follows an article this way. */
const verb =
  "is|was|has|had|does|did|would|could|should|will|can|gives?|wins?|won|provides?|fails?|lacks?|contains?|includes?|offers?|answers?|addresses|follows?|ignores?|states?|says?|makes?|uses?|covers?|explains?|stays?|remains?|meets?|misses|adds?|keeps?|beats?|outperforms?|also|clearly|only|better|ist|es|est|更|的";
const before =
  "than|in|of|by|from|with|while|whereas|but|that|for|to|over|like|unlike|both|and|or|nor|prefer|prefers|choose|chose|pick|select|favou?r|between|whether|either|neither|if|because|since|as|think|believe|find|say|is";
const after = "because|since|as|for|over|and|or|nor|but|which|in|on|with|than|by|due|overall|while|whereas|though|although|to|from|were";

const wrapped = (letter: string) => `${opening}${letter}${closing}`;

/**
 * Renames the outputs in a text about a pair to "[A]" and "[B]", the form that stored texts use so they can be swapped: "Output A", "the answer
 * (B)", "Assistant A", `outputName` A, and a bare letter that can mean nothing else. Quotations and the article "A" are left alone. Idempotent.
 */
export function nameSides(text: string, outputName: string): string {
  const patterns = namingPatterns(outputNoun(outputName));
  let named = text;
  // "The answer output A" takes two passes; no real text takes ten.
  for (let pass = 0, before = ""; pass < 10 && named !== before; pass++) {
    before = named;
    named = nameOnce(named, patterns);
  }
  return named;
}

type Patterns = ReturnType<typeof namingPatterns>;

function nameOnce(text: string, patterns: Patterns): string {
  const named = text.replaceAll(
    /\[\[([AB])\]\]|\*\*([AB])\*\*|(?<![\p{L}\p{N}])(?:"([AB])"|“([AB])”|'([AB])')/gu,
    (_, ...letters: (string | undefined)[]) => {
      return `[${letters.slice(0, 5).find((letter) => letter === "A" || letter === "B")}]`;
    },
  );
  let result = "";
  let from = 0;
  for (const quoted of named.matchAll(quotation)) {
    result += nameInOwnWords(named.slice(from, quoted.index), patterns) + quoted[0];
    from = quoted.index + quoted[0].length;
  }
  return result + nameInOwnWords(named.slice(from), patterns);
}

const namingPatterns = (noun: string) => {
  const pair = new RegExp(
    bounded(`${article}${noun}\\s*${wrapped("([AB])")}\\s+(${joint})\\s+(?:the\\s+)?(?:${noun}\\s*)?${wrapped("([AB])")}${alone}`),
    "giu",
  );
  const one = new RegExp(bounded(`${article}${noun}\\s*[-#]?\\s*${wrapped("([AB])")}${alone}`), "giu");
  const barePair = new RegExp(bounded(`(?<![\\p{L}\\p{N}[])([AB])(\\s*(?:${joint})\\s*)([AB])(?![\\p{L}\\p{N}\\]])`), "gu");
  const withVerb = new RegExp(bounded(`(?<![\\p{L}\\p{N}\\['’]\\s?|\\p{Ll}\\s)([AB])(?=(?:['’]s)?\\s*(?:${verb})(?!\\p{Ll}))`), "gu");
  const withBefore = new RegExp(
    bounded(`(?<=(?<!\\p{L})(?:${before})\\s)([AB])(?=['’]s|\\s*(?:$|[\\n.,;:!?)—–-]|(?:${after}|${verb})(?!\\p{L})))`),
    "giu",
  );
  return { pair, one, barePair, withVerb, withBefore };
};

function nameInOwnWords(text: string, patterns: Patterns): string {
  const { pair, one, barePair, withVerb, withBefore } = patterns;
  return text
    .replaceAll(pair, (mention, a: string, word: string, b: string) => (isUpper(a, b) ? `[${a}] ${word} [${b}]` : mention))
    .replaceAll(one, (mention, letter: string) => (isUpper(letter) ? `[${letter}]` : mention))
    .replaceAll(barePair, "[$1]$2[$3]")
    .replaceAll(withVerb, "[$1]")
    .replaceAll(withBefore, (mention, letter: string) => (isUpper(letter) ? `[${letter}]` : mention));
}

const isUpper = (...letters: string[]) => letters.every((letter) => letter === "A" || letter === "B");
