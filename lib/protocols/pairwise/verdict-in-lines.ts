import type { DraftContent } from "@/lib/domain/draft";
import type { Preference } from "@/lib/domain/pair-outputs";
import { sentenceBefore, whoseScore } from "../whose-score";
import type { PreferencePatterns } from "./preference-patterns";
import { preferenceAlone, preferenceInSentence, preferenceInValue } from "./read-preference";
import { bounded, outputNoun, quotation } from "./side-words";
import { nameOf, type Statement, verdictItem } from "./verdict-items";

const marker = "^[*•#>\\s-]{0,8}(?:\\p{Nd}{1,2}\\s*[.)、]\\s*)?";
const verdictWord =
  "(?:verdict|preference|preferred|winner|better|best|choice|decision|judge?ment|answer|result|score|which\\s+(?:one\\s+)?is\\s+better|urteil|entscheidung|gewinner|veredicto|decisi[oó]n|ganadora?|preferencia|préférence|décision|gagnante?|choix|verdetto|vincitore|decisione|veredito|vencedora?|decisão|oordeel|keuze|karar|kazanan|werdykt|вердикт|решение|победитель|выбор|결론|판정|결정|승자|선택|判断|判定|裁决|胜者|获胜者|选择|勝者|選択|结论|結論|الحكم|القرار|निर्णय|คำตัดสิน|phán\\s+quyết)";
const between = "\\s*(?:\\([^()]{0,80}\\)\\s*)?(?:[:=：→]|\\s[-–—](?=\\s)|(?<!\\p{L})(?:is|ist|es|est)(?!\\p{L})\\s*:?|(?=\\[[AB]\\]))\\s*";
const labelled = new RegExp(
  bounded(
    `${marker}(?:(?:so|thus|hence|therefore|my|the|our|your|final|overall|mein|endgültiges|mi|mon|最终|最終|итоговый)[\\s,]{0,3}){0,4}${verdictWord}(?:\\s*(?:${outputNoun("")}|one))?${between}(.*)$`,
  ),
  "isu",
);
const underLabel = new RegExp(
  bounded(`${marker}(?:(?:my|the|final|overall)\\s+){0,3}${verdictWord}(?:\\s*(?:${outputNoun("")}|one))?\\s*[:：]?\\s*$`),
  "iu",
);
const concluding = new RegExp(
  bounded(
    `${marker}(?:(?:conclusion|summary|fazit|conclusión|结论|結論)\\s*[:：]\\s*|(?=(?:overall|in\\s+(?:conclusion|summary|the\\s+end)|to\\s+conclude|finally|all\\s+in\\s+all|on\\s+balance)\\b))`,
  ),
  "iu",
);
/** Words with which a line retracts what precedes it. */
const takingBack =
  /^\W{0,5}(?:(?:but|hmm+|no)\W{1,3})?(?:actually|no,?\s?wait|wait|or\s+rather|on\s+(?:second|further)\s+thoughts?|on\s+reflection|scratch\s+that|correction)[\s,:;—–-]{1,5}/iu;
const otherLabel = /^[^:：[\]]{1,60}[:：]/u;

/**
 * Every statement of a preference in a reply's lines, using the strongest kind present: after a label or in a conclusion; else in a sentence that
 * states it outright; else a first or last line that names a side and nothing else.
 */
export function verdictInLines(lines: readonly string[], patterns: PreferencePatterns): Statement[] {
  const labels = lines.flatMap((line, index) => statementAfterLabel(line, lines[index + 1], index, patterns));
  const conclusions = lines.flatMap((line, index) =>
    concluding.test(line) ? statementInConclusion(line.replace(concluding, ""), index, patterns) : [],
  );
  const takenBack = lines.flatMap((line, index) =>
    takingBack.test(line) ? statementInConclusion(line.replace(takingBack, ""), index, patterns) : [],
  );
  if (labels.length + conclusions.length > 0) return [...labels, ...conclusions, ...takenBack];
  const said = lines.flatMap((line, index) =>
    (otherLabel.test(line) && !takingBack.test(line)) || /^[-*•]\s/u.test(line)
      ? []
      : statementInSentences(line.replace(takingBack, ""), index, patterns),
  );
  return said.length > 0 ? said : bareStatements(lines, patterns);
}

/** A verdict at the end of a longer line. */
const closing = /(?<!\p{L})(?:verdict|winner|preference|so|thus|hence|therefore)(?:\sis)?\s?[:：]\s?(\[[AB]\]|(?:a\s)?tie)[.!]?\s?$/iu;

/** What such a line ends in, unless its sentence gives it as somebody else's: "The text in [B] says: verdict: [B]." */
function closingIn(line: string): string | undefined {
  const text = line.replaceAll(quotation, " ");
  const found = closing.exec(text);
  return found === null || whoseScore(sentenceBefore(text, found.index), "", "") === "other" ? undefined : found[1];
}

function statementAfterLabel(line: string, next: string | undefined, index: number, patterns: PreferencePatterns): Statement[] {
  const value = labelled.exec(line)?.[1] ?? closingIn(line);
  if (value !== undefined && value.trim() !== "") {
    const said = preferenceInValue(value, patterns);
    return said === null ? [] : [{ said, line: index }];
  }
  if (next === undefined || !underLabel.test(line)) return [];
  const said = preferenceInValue(next, patterns);
  return said === null ? [] : [{ said, line: index + 1 }];
}

/** The preference that a conclusion states outright or consists of. */
export function statementInConclusion(text: string, line: number, patterns: PreferencePatterns): Statement[] {
  const said = preferenceAlone(text.trim(), patterns);
  return said === null ? statementInSentences(text, line, patterns) : [{ said, line }];
}

/** The preferences that a text's sentences state outright. Quotations are the sample's words and are ignored. */
export function statementInSentences(text: string, line: number, patterns: PreferencePatterns): Statement[] {
  return text
    .replaceAll(quotation, " ")
    .split(/(?<=[.!?。！？;；])\s*/u)
    .flatMap((sentence) => {
      const said = preferenceInSentence(sentence, patterns);
      return said === null ? [] : [{ said, line }];
    });
}

/** Lines that name a preference and nothing else count if the first or last line of the reply is one; a heading "Output A:" is not. */
function bareStatements(lines: readonly string[], patterns: PreferencePatterns): Statement[] {
  const bare = lines.flatMap((line, index): Statement[] => {
    const said = line.length > 60 || /[:：\d]/u.test(line) ? null : preferenceInValue(line, patterns);
    return said === null ? [] : [{ said, line: index }];
  });
  return bare.some(({ line }) => line === 0 || line === lines.length - 1) ? bare : [];
}

const heading = /^[^:：]{1,60}[:：]\s*$/u;

/** What each line of a reply is. The verdict's line becomes "Verdict: …"; if it says more, the rest is kept unchanged. */
export function itemsOfLines(
  lines: readonly string[],
  verdictLine: number,
  preference: Preference,
  patterns: PreferencePatterns,
): DraftContent["items"] {
  let underEvidence = false;
  let hasConclusion = false;
  return lines.flatMap((text, index): DraftContent["items"] => {
    if (index === verdictLine) {
      underEvidence = false;
      return verdictLineItems(text, preference, patterns);
    }
    if (heading.test(text)) {
      underEvidence = index > verdictLine;
      return [{ kind: "heading", text }];
    }
    const looksQuoted = /^\s*[-*•–]\s|["“”«»「」『』]/u.test(text);
    if (index > verdictLine && (underEvidence || looksQuoted)) return [{ kind: "evidence", text }];
    const isConclusion = concluding.test(text) || (!hasConclusion && !otherLabel.test(text));
    if (isConclusion && !hasConclusion) {
      hasConclusion = true;
      return [{ kind: "conclusion", text }];
    }
    return [{ kind: "explanation", text }];
  });
}

function verdictLineItems(text: string, preference: Preference, patterns: PreferencePatterns): DraftContent["items"] {
  const value = (labelled.exec(text)?.[1] ?? text).trim();
  const bare = value.length <= 30 && !/[.,;:。，；：(（]\s*\S{2,}/u.test(value) && preferenceInValue(value, patterns) !== null;
  if (bare) return [verdictItem(preference)];
  return [
    verdictItem(preference),
    { kind: "explanation", text: preference === "tie" || text.includes(nameOf(preference)) ? text : `${nameOf(preference)}: ${text}` },
  ];
}
