import { guessMapping } from "../mapping/guess-mapping";
import { pathsOf, readSource } from "../mapping/sources";
import { hasKeys, type KnownSet, otherKeys, type Row, text } from "./known-set";

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Argilla's records as its `to_json` writes them: fields are recognised by their names; responses that are numbers or single labels are ratings,
 * whose criterion is the question's name, and suggestions are a judge's. Texts, spans, rankings and several labels have no place here and are
 * counted in a warning.
 */
export const argilla: KnownSet = {
  name: "argilla",
  fits: (row) => hasKeys(row, "fields", "responses") && isObject(row.fields) && (row.responses === null || isObject(row.responses)),
  records(row, number) {
    const fieldsGiven = isObject(row.fields) ? row.fields : {};
    const id = text(row.id ?? number);
    const names = Object.keys(fieldsGiven);
    const { fields } = guessMapping(names, [fieldsGiven]);
    const sources = Object.entries(fields).filter(([field]) => field !== "id");
    const sample = Object.fromEntries(sources.map(([field, source]) => [field, readSource(source, pathsOf(source, names), fieldsGiven)]));
    const results = [...responses(row.responses), ...suggestions(row.suggestions)];
    const ratings = results.flatMap((rating) => (rating === null ? [] : [{ sample_id: id, ...rating }]));
    const left = ratings.length < results.length ? { left: "A text, span, ranking or list of labels is no rating; it is left out." } : {};
    const metadata = {
      ...otherKeys(
        fieldsGiven,
        sources.map(([, source]) => source),
      ),
      ...(isObject(row.metadata) ? row.metadata : {}),
    };
    return { sample: { ...sample, id }, metadata, ratings, ...left };
  },
};

const responses = (given: unknown) =>
  Object.entries(isObject(given) ? given : {}).flatMap(([criterion, answers]) =>
    (Array.isArray(answers) ? answers.filter(isObject) : [])
      .filter(({ status }) => status !== "discarded" && status !== "draft")
      .map(({ value, user_id: user }) => rating(value, { criterion, rater: text(user) || "annotator", rater_kind: "annotator" })),
  );

const suggestions = (given: unknown) =>
  Object.entries(isObject(given) ? given : {}).flatMap(([criterion, suggestion]) =>
    isObject(suggestion)
      ? [rating(suggestion.value, { criterion, rater: text(suggestion.agent) || "suggestion", rater_kind: "judge" })]
      : [],
  );

function rating(value: unknown, of: Row): Row | null {
  if (typeof value === "number") return { ...of, score: value };
  return typeof value === "string" && value.length <= 200 ? { ...of, label: value } : null;
}
