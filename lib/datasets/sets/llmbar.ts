import { preferenceCriterion } from "@/lib/domain/preference";
import { datasetOf, subsetOf } from "../subset-of";
import { beginning } from "../text-problem";
import { hasKeys, type KnownSet, otherKeys, type Row, type RowRecords, type SetFile, text } from "./known-set";

const keys = ["input", "output_1", "output_2", "label", "results"];
const mostReason = 100_000;

/**
 * LLMBar's lists: `input`, `output_1`, `output_2` and `label` (1 or 2). A pair's id is its subset and its position in the list, from 1. Files in a
 * folder `evaluators` beside it (…/GPT-4/CoT/result.json) hold a judge's verdicts on the same pairs in both orders.
 */
export const llmbar: KnownSet = {
  name: "llmbar",
  fits: (row) => hasKeys(row, "input", "output_1", "output_2") && !hasKeys(row, "id"),
  records(row, number, given) {
    const subset = given.subset ?? subsetOf(datasetOf(given.file));
    const id = `${subset}-${number}`;
    if (Array.isArray(row.results)) return verdicts(row.results.at(-1), id, given);
    return {
      sample: { id, subset, input: row.input, output_a: row.output_1, output_b: row.output_2, gold_label: row.label },
      metadata: otherKeys(row, keys),
    };
  },
};

/** The last step's winners; the steps before it are how the judge got there. Winners are in the pair's own order in both runs. */
function verdicts(last: unknown, id: string, { file }: SetFile): RowRecords {
  const [, evaluator = file] = /(?:^|[\\/])evaluators[\\/](.+?)[\\/][^\\/]*$/.exec(file) ?? [];
  const runs = [
    ["swap = False", "plain"],
    ["swap = True", "swapped"],
  ] as const;
  const found = runs.map(([key, variant]) => ({ variant, said: at(last, key) }));
  const ratings = found.flatMap(({ variant, said }) => {
    const winner = text(at(said, "winner"));
    if (winner !== "1" && winner !== "2") return [];
    const completion = at(said, "completion");
    const reply = beginning(text(Array.isArray(completion) ? completion[0] : completion), mostReason);
    const rating = { sample_id: id, criterion: preferenceCriterion.name, rater: evaluator.replaceAll(/[\\/]/g, " "), rater_kind: "judge" };
    return [{ ...rating, label: winner, variant, reason: reply || null }];
  });
  return ratings.length === found.length ? { ratings } : { ratings, left: "A verdict names no winner; the judge has no rating there." };
}

const at = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Row)[key] : undefined;
