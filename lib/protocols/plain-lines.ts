import { quotation } from "./pairwise/side-words";

const known =
  "(?:(?:final|overall)_)?(?:score|rating|grade|verdict|preference|winner|choice|decision|conclusion|explanation|reason|rationale|critique)";
const tagged = new RegExp(`<(${known})>([^<>]{0,4000})</\\1>`, "giu");
const wrapper = "(?:answer|final_answer|output|response|result|evaluation|final)";
const opened = new RegExp(`^(?:[^\\S\\n]{0,9}<${wrapper}>)+`, "gimu");
const closed = new RegExp(`(?<!</${wrapper}>[^\\S\\n]{0,9})(?:</${wrapper}>[^\\S\\n]{0,9})+$`, "gimu");
const fractionOf = /\\d?frac\s*\{(\d+)\}\s*\{(\d+)\}/gu;
const boxed = /\\boxed\s*\{\s*(?:\\(?:text|mathbf|textbf|mathrm)\s*\{)?([^{}\n]{1,100})\}+/gu;
const styled = /\\(?:text|textbf|mathbf|mathrm)\s*\{([^{}\n]{1,200})\}/gu;
const inlineHtml = /<\/?(?:b|strong|i|em|u|mark|code|span|p|br|h[1-6])(?:\s[^<>]{0,200})?\/?>/giu;

/** Unwraps an answer into plain text: `<score>4</score>` becomes "score: 4", `\boxed{4}` and `\frac{4}{5}` their contents. */
const withoutWrapping = (text: string, label: string): string =>
  text
    .replaceAll(tagged, (_, name: string, said: string) => `\n${name.replaceAll("_", " ")}: ${said.trim()}\n`)
    .replaceAll(fractionOf, "$1/$2")
    .replaceAll(boxed, (_, said: string, at: number, whole: string) =>
      /[:=：]\s{0,9}[$([\\*]{0,9}\s{0,9}$/u.test(whole.slice(Math.max(0, at - 10), at)) ? said : `\n${label}: ${said}\n`,
    )
    .replaceAll(styled, "$1")
    .replaceAll(inlineHtml, "");

/** Quotations are the sample's words; they stay wrapped so that they remain quotations. */
function outsideQuotations(text: string, change: (part: string) => string): string {
  let result = "";
  let from = 0;
  for (const quoted of text.matchAll(quotation)) {
    result += change(text.slice(from, quoted.index)) + quoted[0];
    from = quoted.index + quoted[0].length;
  }
  return result + change(text.slice(from));
}

const unwrapped = (answer: string, label: string): string =>
  outsideQuotations(answer.replaceAll(opened, "").replaceAll(closed, ""), (part) => withoutWrapping(part, label));

/**
 * The lines of an answer without blank lines, fences, wrapping and Markdown, none of which is content. `label` names a boxed value that the reply
 * does not label itself.
 */
export const plainLines = (answer: string, label = "Score"): string[] =>
  (/[<\\]/u.test(answer) ? unwrapped(answer, label) : answer)
    .split(/\r?\n/u)
    .map((line) =>
      line
        .replaceAll(/\*\*|__|`/gu, "")
        .replace(/^\s*#+\s*/u, "")
        .trim(),
    )
    .filter((line) => line !== "" && !/^(?:json|-{3,}|\*{3,}|\${1,2}|\\[()[\]])$/u.test(line));
