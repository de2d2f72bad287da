import { preferenceCriterion } from "@/lib/domain/preference";
import { hasKeys, type KnownSet, otherKeys, text } from "./known-set";

const keys = ["idx", "cmp_key", "instruction", "input", "response1", "response2", "motivation_app"];

/** 1 and 2 count the responses; 0 is neither. */
const label = (value: unknown): unknown => (text(value).trim() === "0" ? "tie" : value);
const onPairs = { criterion: preferenceCriterion.name };

/** PandaLM's test set: an instruction with its input, two models' responses (`cmp_key`), and what annotator1, annotator2 … prefer (1, 2, or 0 for neither). */
export const pandalm: KnownSet = {
  name: "pandalm",
  fits: (row) => hasKeys(row, "instruction", "response1", "response2", "annotator1"),
  records(row, number) {
    const id = text(row.idx ?? number - 1);
    const [systemA, systemB] = text(row.cmp_key).split("_");
    const annotators = Object.keys(row).filter((key) => /^annotator\d+$/.test(key));
    const input = [text(row.instruction), text(row.input)].filter((part) => part !== "").join("\n\n");
    return {
      sample: {
        id,
        input,
        output_a: row.response1,
        output_b: row.response2,
        system_a: systemA || null,
        system_b: systemB || null,
        subset: row.motivation_app ?? null,
      },
      metadata: otherKeys(row, [...keys, ...annotators]),
      ratings: annotators
        .filter((key) => row[key] !== null && row[key] !== "")
        .map((key) => ({ sample_id: id, ...onPairs, rater: key, rater_kind: "annotator", label: label(row[key]) })),
    };
  },
};

/** A judge's verdicts on PandaLM's test set: `idx` with `gpt_result` and `gpt_reason`, or another judge's name. */
export const pandalmVerdicts: KnownSet = {
  name: "pandalm",
  fits: (row) => hasKeys(row, "idx") && resultKey(row) !== undefined,
  records(row) {
    const key = resultKey(row) ?? "";
    const judge = key.replace(/_result$/, "");
    const said = text(row[key]).trim();
    if (!/^[012]$/.test(said)) return { left: "A verdict is not 0, 1 or 2; the judge has no rating there." };
    const reason = text(row[`${judge}_reason`]) || null;
    return { ratings: [{ sample_id: text(row.idx), ...onPairs, rater: judge, rater_kind: "judge", label: label(said), reason }] };
  },
};

const resultKey = (row: Readonly<Record<string, unknown>>) =>
  Object.keys(row).find((key) => /^\w+_result$/.test(key) && Object.hasOwn(row, key.replace(/_result$/, "_reason")));
