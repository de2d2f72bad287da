import { hasKeys, type KnownSet, oneToFive, otherKeys, type Row, text } from "./known-set";

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A list with a rater's scores by criterion in each place: the raters are named by their places. */
const ratingsOf = (id: string, raters: string, list: unknown) =>
  listOf(list).flatMap((scores, index) =>
    Object.entries(scores).map(([criterion, score]) => ({
      sample_id: id,
      criterion,
      rater: `${raters} ${index + 1}`,
      rater_kind: "annotator",
      score,
    })),
  );

const scalesOf = (...lists: unknown[]) =>
  Object.fromEntries(lists.flatMap((list) => listOf(list).flatMap((scores) => Object.keys(scores).map((name) => [name, oneToFive]))));

/**
 * SummEval's annotations: `decoded` is the summary, experts and crowd workers score it from 1 to 5. The articles are not in its file: `text`, which
 * its pairing script adds, is the input, and without it the name of the article.
 */
export const summEval: KnownSet = {
  name: "summeval",
  fits: (row) => hasKeys(row, "decoded", "expert_annotations", "model_id"),
  records(row) {
    const article = text(row.id);
    const id = `${article} ${text(row.model_id)}`;
    const input = text(row.text) || `The article ${article}, which is not in the file.`;
    const references = Array.isArray(row.references) ? row.references.map(text) : [];
    return {
      sample: { id, input, output: row.decoded, system: row.model_id, reference: references[0] ?? null, input_id: article },
      metadata: otherKeys(row, ["id", "decoded", "text", "model_id", "expert_annotations", "turker_annotations"]),
      scales: scalesOf(row.expert_annotations, row.turker_annotations),
      ratings: [...ratingsOf(id, "expert", row.expert_annotations), ...ratingsOf(id, "worker", row.turker_annotations)],
    };
  },
};

/** DialSummEval's judgments: a dialogue, a model's summary, and each annotator's scores from 1 to 5. */
export const dialSummEval: KnownSet = {
  name: "dialsummeval",
  fits: (row) => hasKeys(row, "dialogue", "summary", "annotations", "model_id") && listOf(row.annotations).length > 0,
  records(row) {
    const id = `${text(row.id)} ${text(row.model_id)}`;
    return {
      sample: { id, input: row.dialogue, output: row.summary, system: row.model_id, input_id: text(row.id) },
      metadata: otherKeys(row, ["id", "dialogue", "summary", "annotations", "model_id"]),
      scales: scalesOf(row.annotations),
      ratings: ratingsOf(id, "annotator", row.annotations),
    };
  },
};
