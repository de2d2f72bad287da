import { preferenceCriterion } from "@/lib/domain/preference";
import { hasKeys, type KnownSet, otherKeys, text } from "./known-set";
import { shortHash } from "./short-hash";

const keys = ["instruction", "output_1", "output_2", "generator_1", "generator_2", "dataset", "annotator", "preference", "raw_completion"];

/**
 * AlpacaEval's annotations: two generators' outputs and an annotator's preference from 1 (the first) to 2 (the second), where 1.5 is a tie. Weighted
 * preferences between them become the nearer output; the number is kept as the reason. Annotators are judges, people (`…human…`) are not.
 */
export const alpacaEval: KnownSet = {
  name: "alpacaeval",
  fits: (row) => hasKeys(row, "instruction", "output_1", "output_2", "preference", "annotator"),
  records(row) {
    const [instruction, first, second] = [text(row.instruction), text(row.output_1), text(row.output_2)];
    const id = shortHash(instruction, text(row.generator_1), first, text(row.generator_2), second);
    const sample = { id, input: instruction, output_a: first, output_b: second, system_a: row.generator_1, system_b: row.generator_2 };
    const records = { sample: { ...sample, subset: row.dataset ?? null }, metadata: otherKeys(row, keys) };
    const preference = Number(row.preference ?? Number.NaN);
    if (!(preference >= 1 && preference <= 2)) return { ...records, left: "A preference is not between 1 and 2; it is left out." };
    const rater = text(row.annotator);
    const label = preference === 1.5 ? "tie" : preference < 1.5 ? "A" : "B";
    const reason = Number.isInteger(preference * 2) ? null : `Preference ${preference} (1 is the first output, 2 the second).`;
    const kind = /human/i.test(rater) ? "annotator" : "judge";
    return { ...records, ratings: [{ sample_id: id, criterion: preferenceCriterion.name, rater, rater_kind: kind, label, reason }] };
  },
};
