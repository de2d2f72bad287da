import { alsoAcceptableCell, markedOf, type SampleColumns, type SampleExport, sampleCells, sampleHeader } from "./export-rows";
import type { ParquetColumn } from "./write-parquet";

/** What the values of a table's columns are, which Parquet must know before the first row. */
export interface ColumnKinds {
  /** For each metadata key, the kinds of its values as JSON has them ("string", "number", "object", …). */
  metadata: ReadonlyMap<string, readonly string[]>;
  /** Criteria whose scores are labels. */
  labelled: ReadonlySet<string>;
}

const typeOfKind: Record<string, ParquetColumn["type"]> = { string: "STRING", number: "DOUBLE", boolean: "BOOLEAN" };

function metadataType(kinds: readonly string[] = []): ParquetColumn["type"] {
  const [kind = "string", ...others] = kinds.filter((found) => found !== "null");
  return others.length > 0 ? "JSON" : (typeOfKind[kind] ?? "JSON");
}

/** The table of samples, one row each with a column per criterion and rater, with the user's own values in their types. */
export function parquetOfSamples(columns: SampleColumns, kinds: ColumnKinds, pairwise: boolean) {
  const header = sampleHeader(columns, pairwise);
  const fixed = header.length - columns.metadata.length - columns.scores.length - markedOf(columns).length;
  const types: ParquetColumn["type"][] = [
    ...header.slice(0, fixed).map(() => "STRING" as const),
    ...columns.metadata.map((key) => metadataType(kinds.metadata.get(key))),
    ...columns.scores.map(({ criterion }) => (kinds.labelled.has(criterion) ? ("STRING" as const) : ("DOUBLE" as const))),
  ];
  return {
    columns: header.map((name, place): ParquetColumn => ({ name, type: types[place] ?? "STRING" })),
    rowOf: (sample: SampleExport): unknown[] =>
      sampleCells(sample, columns, pairwise).map((cell, place) =>
        types[place] === "JSON" ? (sample.metadata[columns.metadata[place - fixed] ?? ""] ?? null) : cell,
      ),
  };
}

const ratingColumns = (pairwise: boolean): ParquetColumn[] => [
  { name: "sample_id", type: "STRING" },
  { name: "input_id", type: "STRING" },
  { name: "system", type: "STRING" },
  ...(pairwise
    ? [
        { name: "system_b", type: "STRING" as const },
        { name: "gold_label", type: "STRING" as const },
        { name: "subset", type: "STRING" as const },
        { name: "swapped", type: "BOOLEAN" as const },
      ]
    : []),
  { name: "criterion", type: "STRING" },
  { name: "rater", type: "STRING" },
  { name: "rater_kind", type: "STRING" },
  { name: "score", type: "DOUBLE" },
  { name: "label", type: "STRING" },
  { name: "arm", type: "STRING" },
  { name: "protocol", type: "STRING" },
  { name: "excluded", type: "BOOLEAN" },
  { name: "also_acceptable", type: "STRING" },
];

/** The table of ratings, one row each, under the names that an import reads. A categorical criterion has labels, any other scores. */
export function parquetOfRatings(pairwise: boolean) {
  const columns = ratingColumns(pairwise);
  return {
    columns,
    rowsOf: ({ scores, ...sample }: SampleExport): unknown[][] =>
      scores.flatMap((given) => {
        if (given.score === null) return [];
        const values: Record<string, unknown> = {
          sample_id: sample.id,
          input_id: sample.inputId ?? sample.inputKey,
          system: sample.system,
          system_b: sample.systemB,
          gold_label: sample.goldLabel,
          subset: sample.subset,
          swapped: given.swapped,
          criterion: given.criterion,
          rater: given.rater,
          rater_kind: given.raterKind,
          score: typeof given.score === "number" ? given.score : null,
          label: typeof given.score === "string" ? given.score : null,
          arm: given.arm,
          protocol: given.protocol,
          excluded: given.excluded,
          also_acceptable: alsoAcceptableCell(given.alsoAcceptable),
        };
        return [columns.map(({ name }) => values[name])];
      }),
  };
}

/** The card of a Hugging Face dataset whose configurations are these tables, as `load_dataset` reads them. `ratings` is null where there are none. */
export const datasetCard = (name: string, { samples, ratings }: { samples: string; ratings: string | null }): string => `---
pretty_name: ${JSON.stringify(name)}
configs:
- config_name: samples
  default: true
  data_files:
  - split: train
    path: ${samples}
${ratings === null ? "" : ofRatings.config(ratings)}tags:
- human-evaluation
---

# ${name.replaceAll("\n", " ")}

Made with Redline: texts${ratings === null ? "" : ", and the ratings that people and judges (language models) gave them"}.

- \`samples\`: one row per sample${ratings === null ? "" : `, with a column for each criterion and rater.\n${ofRatings.words}`}.

\`\`\`python
from datasets import load_dataset

samples = load_dataset("PATH", "samples", split="train")
${ratings === null ? "" : 'ratings = load_dataset("PATH", "ratings", split="train")\n'}\`\`\`

Add a license and who may use the texts before publishing this.
`;

const ofRatings = {
  config: (path: string) => `- config_name: ratings
  data_files:
  - split: train
    path: ${path}
`,
  words:
    "- `ratings`: one row per rating. `rater_kind` is annotator or judge; `arm` says whether the annotator saw a judge's draft; `protocol` is how a judge was asked; `excluded` ratings are left out of the study's figures",
};
