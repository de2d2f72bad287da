import { guessMapping } from "../mapping/guess-mapping";
import { pathsOf, readSource } from "../mapping/sources";
import { hasKeys, type KnownSet, otherKeys, type Row, text } from "./known-set";

type Json = Row;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Label Studio's JSON export: each task's data is a sample, with its columns recognised by their names; ratings, numbers and single choices of its
 * annotations are ratings, whose criterion is the control's name. Predictions are a judge's. Regions, texts and multiple choices have no place here
 * and are counted in a warning.
 */
export const labelStudio: KnownSet = {
  name: "label-studio",
  fits: (row) => hasKeys(row, "data", "annotations") && isObject(row.data) && Array.isArray(row.annotations),
  records(row, number) {
    const data = isObject(row.data) ? row.data : {};
    const id = text(row.id ?? number);
    const names = Object.keys(data);
    const { fields } = guessMapping(names, [data]);
    const sources = Object.entries(fields).filter(([field]) => field !== "id");
    const sample = Object.fromEntries(sources.map(([field, source]) => [field, readSource(source, pathsOf(source, names), data)]));
    const results = [
      ...listOf(row.annotations)
        .filter((annotation) => annotation.was_cancelled !== true)
        .flatMap((annotation) =>
          resultsOf(annotation, { rater: raterOf(annotation), rater_kind: "annotator", ended_at: annotation.created_at }),
        ),
      ...listOf(row.predictions).flatMap((prediction) =>
        resultsOf(prediction, { rater: text(prediction.model_version) || "prediction", rater_kind: "judge" }),
      ),
    ];
    const ratings = results.flatMap((rating) => (rating === null ? [] : [{ sample_id: id, ...rating }]));
    const left = ratings.length < results.length ? { left: "A region, text or multiple choice is no rating; it is left out." } : {};
    return {
      sample: { ...sample, id },
      metadata: otherKeys(
        data,
        sources.map(([, source]) => source),
      ),
      ratings,
      ...left,
    };
  },
};

const raterOf = ({ completed_by: by }: Json): string => (isObject(by) ? text(by.email ?? by.id) : `annotator ${text(by)}`);

function resultsOf(annotation: Json, rater: Json): (Json | null)[] {
  return listOf(annotation.result).map((result) => {
    const value = isObject(result.value) ? result.value : {};
    const criterion = text(result.from_name);
    const choices = Array.isArray(value.choices) ? value.choices : [];
    const score = value.rating ?? value.number;
    if (typeof score === "number") return { ...rater, criterion, score };
    return choices.length === 1 ? { ...rater, criterion, label: choices[0] } : null;
  });
}
