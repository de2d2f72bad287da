import { bounded, outputNoun } from "./side-words";

/** Patterns for one task's word for its output, compiled once per reply. */
export interface PreferencePatterns {
  /** A side and nothing else; the first group is the side. */
  whole: RegExp;
  /** A text that begins with a side: the side, then the rest. */
  lead: RegExp;
  /** Sentences that state a preference outright: the first side named is the better one, or it is a tie. */
  sentences: readonly { pattern: RegExp; preference: "first" | "tie" }[];
}

/** Compiles the patterns for reading preferences. */
export function preferencePatterns(outputName: string): PreferencePatterns {
  const noun = `(?:(?:the|die|la|el|il|o|a)\\s+)?(?:${outputNoun(outputName, "option|choice|opción|вариант")}|选项)`;
  const open = "[\\[({<«「『【\\s]{0,5}";
  const close = "[\\])}>»」』】]{0,5}";
  // In a comparison, ">" is not a closing bracket.
  const closeOfLead = close.replace(">", "");
  return {
    whole: new RegExp(bounded(`^(?:${noun}\\s*[-#:]?\\s*)?${open}([ABab\\u0410\\u0412])${close}$`), "iu"),
    lead: new RegExp(bounded(`^(?:${noun}\\s*[-#:]?\\s*)?${open}([AB])${closeOfLead}(?![\\p{L}\\p{N}])\\s*(.*)$`), "isu"),
    sentences: sentences(outputNoun(outputName)),
  };
}

const side = "\\[([AB])\\]";
const adverbs =
  "(?:(?:clearly|slightly|marginally|somewhat|much|far|significantly|substantially|definitely|overall|generally|a\\s+(?:bit|little|lot)|the|an?|by\\s+far|also|still|deutlich|etwas|klar|mucho|bien|nettement|намного|明显|稍微|略)\\s*){0,4}";
const better =
  "(?:better|best|superior|preferable|preferred|stronger|winner|favou?rite|besser|beste|mejor|meilleure?|melhor|migliore|beter|лучше|лучший|更好|较好|更佳|更优|lepsza|daha\\s+iyi)";
/** How such a sentence may end: at once or with a reason; anything else ("in tone", "if …") would qualify it. */
const reason =
  "(?:\\s*(?:overall|in\\s+general|here|of\\s+the\\s+two|insgesamt))?\\s*(?:$|[.!。！]|,?\\s*(?:because|since|as|due\\s+to|thanks\\s+to|weil|porque|parce|car|потому|因为)(?!\\p{L}).*$|\\s*:\\s(?!\\s*(?:in|at|on|for|as|if|when|unless|but|only|not)(?!\\p{L})).*$)";
const opener =
  "(?:(?:so|but|yet|still|however|nevertheless|nonetheless|that\\s+said|thus|hence|therefore|accordingly|consequently|as\\s+a\\s+result|overall|finally|in\\s+(?:conclusion|summary|total|the\\s+end)|to\\s+conclude|on\\s+balance|all\\s+in\\s+all|in\\s+my\\s+(?:view|opinion)|i\\s+(?:think|believe|conclude|find|judge|would\\s+say)(?:\\s+that)?|insgesamt|总的来说|总体而言|因此|所以)\\s*[,:，]?\\s*){0,3}";

/** "Although [A] reads well, [B] is better", "Both have flaws, yet [B] is the better answer": what is conceded before the verdict. */
const concession =
  "(?:(?:(?:al|even\\s+)?though|while|whilst|obwohl|aunque|bien\\s+que|quoique|sebbene|embora|хотя)\\s+[^,.;:!?]{1,120},\\s*|both\\s+[^,.;:!?]{1,80}?,?\\s+(?:yet|but)\\s+)?";

function sentences(noun: string): PreferencePatterns["sentences"] {
  const pattern = (body: string) => new RegExp(bounded(`^\\s*${opener}${concession}${body}${reason}`), "iu");
  const what = `(?:\\s*(?:${noun}|one|choice))?`;
  const than = `(?:\\s*(?:than|over|als|que|di|чем|to)\\s+${side})?`;
  const both = `(?:both|(?:both\\s+)?${side}\\s*(?:and|und|y|et|e|и|和|与|&)\\s*${side}|(?:the\\s+two|both)\\s*${noun}|they|the\\s+two)`;
  const equal =
    "(?:equal|tied?|equally\\s+(?:good|well|strong|bad|helpful)|equal\\s+quality|gleich\\s+gut|gleichwertig|igual(?:mente)?\\s+(?:de\\s+)?buen[oa]s|一样好|同样好|同样出色)";
  const first = [
    `${side}\\s*(?:is|was|seems|appears|ist|es|est|é|è|jest|是)?\\s*(?:to\\s+be\\s+)?${adverbs}${better}${what}${than}`,
    `${side}\\s*(?:wins|won|gewinnt|gana|gagne|胜出|获胜|の方が(?:良い|よい|優れている|優れています))`,
    `${side}\\s+${adverbs}(?:beats|outperforms|surpasses)\\s+${side}`,
    `(?:i|we)\\s+(?:would\\s+|'d\\s+)?${adverbs}(?:prefer|choose|pick|select|favou?r|go\\s+with|vote\\s+for)\\s+${side}(?:\\s+(?:over|to)\\s+${side})?`,
    `the\\s+${better}${what}(?:\\s+of\\s+the\\s+two)?\\s+is\\s+${side}`,
  ];
  const tie = [
    `${both}\\s*(?:are|is|perform|do|sind|son|sont|sono|are\\s+of)?\\s*(?:about\\s+|roughly\\s+|a\\s+)?${equal}`,
    "(?:it|this)(?:\\s+is|'?s)\\s+a\\s+(?:tie|draw)",
    `neither(?:\\s+(?:one|${noun}|of\\s+(?:them|the\\s+two)))?\\s+is\\s+(?:clearly\\s+)?(?:better|preferable|superior)(?:\\s+than\\s+the\\s+other)?`,
  ];
  return [
    ...first.map((body) => ({ pattern: pattern(body), preference: "first" as const })),
    ...tie.map((body) => ({ pattern: pattern(body), preference: "tie" as const })),
  ];
}
