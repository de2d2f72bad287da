/** CoEval's Table 14: percent of lines accepted, revised, removed and added, by task; of all lines, of scores and of evidence. */
export const actionRates: Record<string, Record<"overall" | "score" | "evidence", [string, string, string, string]>> = {
  ELI5: {
    overall: ["81.16", "14.61", "3.60", "0.63"],
    score: ["70.66", "29.34", "0", "0"],
    evidence: ["85.01", "7.17", "6.66", "1.16"],
  },
  ROCStories: {
    overall: ["94.65", "3.92", "1.09", "0.34"],
    score: ["85.87", "14.13", "0", "0"],
    evidence: ["84.87", "13.43", "1.29", "0.41"],
  },
  "Self-Instruct": {
    overall: ["91.49", "4.99", "2.95", "0.57"],
    score: ["85.06", "14.94", "0", "0"],
    evidence: ["92.88", "1.84", "4.43", "0.85"],
  },
};

/** Why a row of Table 14 comes out otherwise, as far as it could be found out from the release. */
export const rateNotes: Record<string, Partial<Record<"overall" | "score" | "evidence", string>>> = {
  ELI5: {
    score: "The paper takes a rating's second row for the score, also where a heading comes before it. Counted so, all shares come out.",
    evidence:
      "The paper takes all rows from the third on but headings, also where a heading comes before them. Counted so, all shares come out.",
  },
  ROCStories: {
    overall:
      "The paper's row has six criteria as annotated, and of Length only 1,000 scores of which 450 are accepted: the overwritten scores of the release's derived files. Counted so, all shares come out.",
    score:
      "The paper has 450 of 1,000 scores of Length accepted: the overwritten scores of the release's derived files. Counted so, all shares come out; as annotated, 618 of 998 are.",
    evidence:
      "All shares come out if Length had 7,200 lines of which 46 % are accepted and 54 % revised, the shares of its overwritten scores. It has 4,246 lines of evidence, of which 77 % are accepted.",
  },
  "Self-Instruct": {
    score: "The paper takes a rating's second row for the score, also where a heading comes before it. Counted so, all shares come out.",
    evidence:
      "The paper takes all rows from the third on but headings, also where a heading comes before them. Counted so, all shares come out.",
  },
};

const noBlind = "The release has no scores of people who saw no draft.";
const noCriteria = "The release has nothing of the criteria stage.";
const noGsm = "The release has no GSM8K.";

/** Printed figures for which the release lacks the data, with what is lacking. */
export const unavailable: { why: string; figures: [figure: string, printed: string][] }[] = [
  {
    why: noCriteria,
    figures: [
      ...rowsOf("Table 1, CC", ["ELI5", "ROCStories", "GSM8K", "Self-Instruct"], ["0.75", "0.82", "0.80", "0.78"]),
      ...rowsOf("Table 1, ICC", ["ELI5", "ROCStories", "GSM8K", "Self-Instruct"], ["0.78", "0.81", "0.77", "0.76"]),
      ...rowsOf("Table 3, ELI5, % of criteria", ["accepted", "revised", "removed", "added"], ["56.52", "8.33", "35.15", "0"]),
      ...rowsOf("Table 3, ROCStories, % of criteria", ["accepted", "revised", "removed", "added"], ["54.84", "9.68", "32.26", "3.23"]),
      ...rowsOf("Table 3, GSM8K, % of criteria", ["accepted", "revised", "removed", "added"], ["25.00", "0", "75.00", "0"]),
      ...rowsOf("Table 3, Self-Instruct, % of criteria", ["accepted", "revised", "removed", "added"], ["16.19", "4.02", "79.22", "0.58"]),
    ],
  },
  {
    why: noBlind,
    figures: [
      ...rowsOf(
        "Table 5, direct, correlation with people",
        ["ELI5, Pearson", "ELI5, Spearman", "ROCStories, Pearson", "ROCStories, Spearman"],
        ["0.128", "0.142", "0.199", "0.217"],
      ),
      ...rowsOf(
        "Table 5, step by step",
        ["ELI5, Pearson", "ELI5, Spearman", "ROCStories, Pearson", "ROCStories, Spearman"],
        ["0.407", "0.392", "0.282", "0.200"],
      ),
      ...rowsOf(
        "Table 5, step by step with people",
        ["ELI5, Pearson", "ELI5, Spearman", "ROCStories, Pearson", "ROCStories, Spearman"],
        ["0.412", "0.417", "0.427", "0.437"],
      ),
      ...rowsOf(
        "Table 10, ELI5, mean Pearson",
        ["LLM and people alone", "people with LLM and people alone", "people alone"],
        ["0.21", "0.31", "0.40"],
      ),
      ...rowsOf(
        "Table 10, ROCStories, mean Pearson",
        ["LLM and people alone", "people with LLM and people alone", "people alone"],
        ["0.35", "0.43", "0.45"],
      ),
      ...rowsOf(
        "Table 10, Self-Instruct, mean Pearson",
        ["LLM and people alone", "people with LLM and people alone", "people alone"],
        ["0.37", "0.33", "0.23"],
      ),
      ["Table 11, ELI5, correction in %", "55.32"],
      ["Table 11, Self-Instruct, scrutiny in %", "61.90"],
    ],
  },
  {
    why: noGsm,
    figures: [
      ...rowsOf("Table 5, GSM8K, step by step", ["Pearson", "Spearman"], ["-0.016", "-0.018"]),
      ...rowsOf("Table 5, GSM8K, step by step with people", ["Pearson", "Spearman"], ["0.669", "0.612"]),
    ],
  },
];

function rowsOf(table: string, columns: string[], printed: string[]): [string, string][] {
  return columns.map((column, at) => [`${table}, ${column}`, printed[at] ?? ""]);
}
